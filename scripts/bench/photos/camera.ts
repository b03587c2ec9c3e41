import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const LENGTHS = [0.6, 1, 1.6, 2.4]

/** Photos of 12 megapixels as a telephone takes them: between two and six megabytes, since real ones are never smooth. */
export async function takePhotos(folder: string): Promise<string[]> {
  const photos = join(folder, 'camera')
  mkdirSync(photos, { recursive: true })
  return Promise.all(
    LENGTHS.map(async (blur, index) => {
      const file = join(photos, `${index}.jpg`)
      const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
      const grain = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#864', noise } })
      await grain.blur(blur).withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toFile(file)
      return file
    }),
  )
}
