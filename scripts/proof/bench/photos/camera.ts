import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const LENGTHS = [1, 0.6, 1.6, 2.4]

type CameraOptions = { shots: number; photoWidth: number }

/**
 * Creates photos like a phone's, with noise, since real photos are never smooth: two to six megabytes at 12 megapixels.
 */
export async function createPhotos(folder: string, { shots, photoWidth: width }: CameraOptions): Promise<string[]> {
  const photos = join(folder, 'camera')
  mkdirSync(photos, { recursive: true })
  return Promise.all(
    LENGTHS.slice(0, shots).map(async (blur, index) => {
      const file = join(photos, `${index}.jpg`)
      if (existsSync(file)) return file
      const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
      const grain = sharp({ create: { width, height: (width * 3) / 4, channels: 3, background: '#864', noise } })
      await grain.blur(blur).withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toFile(file)
      return file
    }),
  )
}
