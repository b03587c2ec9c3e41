import { ensureBucket } from '@app/server/photos/photo-store-bucket'

const { PHOTO_STORE } = process.env
if (!PHOTO_STORE) throw new Error('PHOTO_STORE is not set. It names the photo store.')

console.log(await ensureBucket(PHOTO_STORE))
