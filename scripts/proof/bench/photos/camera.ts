import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** The blur of each photo; more blur makes a smaller file. */
const BLUR_SIGMAS = [1, 0.6, 1.6, 2.4]

type CameraOptions = { cameraPhotos: number; photoWidth: number }

/** Creates photos as large as those of a phone: two to six megabytes at 12 megapixels, because they contain noise. */
export async function createPhotos(
  folder: string,
  { cameraPhotos, photoWidth: width }: CameraOptions,
): Promise<string[]> {
  const photos = join(folder, 'camera')
  mkdirSync(photos, { recursive: true })
  return Promise.all(
    BLUR_SIGMAS.slice(0, cameraPhotos).map(async (sigma, index) => {
      const file = join(photos, `${index}.jpg`)
      if (existsSync(file)) return file
      const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
      const grain = sharp({ create: { width, height: (width * 3) / 4, channels: 3, background: '#864', noise } })
      await grain.blur(sigma).withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toFile(file)
      return file
    }),
  )
}
