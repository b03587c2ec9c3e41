import { ensureBucket } from '@app/server/photos/photo-store-bucket'

try {
  const { PHOTO_STORE } = process.env
  if (!PHOTO_STORE) throw new Error('PHOTO_STORE, the address of the photo store, is not set.')
  console.log(await ensureBucket(PHOTO_STORE))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
