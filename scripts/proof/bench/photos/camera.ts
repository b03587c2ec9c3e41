import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const LENGTHS = [1, 0.6, 1.6, 2.4]

/**
 * Creates photos of 12 megapixels like a phone's: two to six megabytes with noise, since real photos are never smooth.
 */
export async function createPhotos(folder: string, count: number): Promise<string[]> {
  const photos = join(folder, 'camera')
  mkdirSync(photos, { recursive: true })
  return Promise.all(
    LENGTHS.slice(0, count).map(async (blur, index) => {
      const file = join(photos, `${index}.jpg`)
      if (existsSync(file)) return file
      const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
      const grain = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#864', noise } })
      await grain.blur(blur).withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toFile(file)
      return file
    }),
  )
}
