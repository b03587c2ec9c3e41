// The baseline for photos: renders the same three sizes of the same files with sharp alone, and prints the CPU time.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

sharp.concurrency(1)
sharp.cache(false)

const WEBP = { quality: 80, effort: 2 }
const files = (process.env.PHOTOS ?? '').split(':').map((file) => readFileSync(file))
const count = Number(process.env.COUNT)

async function renderVariants(photo: Buffer): Promise<void> {
  const fit = { fit: 'inside', withoutEnlargement: true } as const
  const large = await sharp(photo, { failOn: 'error' })
    .autoOrient()
    .resize(1_600, 1_600, fit)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const openPixels = () => sharp(large.data, { raw: large.info })
  await openPixels().webp(WEBP).toBuffer()
  await openPixels().resize(640, 640, fit).webp(WEBP).toBuffer()
  await openPixels().resize(160, 160, fit).webp(WEBP).toBuffer()
}

const before = process.cpuUsage()
for (let n = 0; n < count; n += 1) {
  const photo = files[n % files.length]
  if (photo) await renderVariants(photo)
}
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6 }))
