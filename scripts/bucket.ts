import { ensureBucket } from '@app/server/photos/photo-store-bucket'

const { PHOTO_STORE } = process.env
if (!PHOTO_STORE) throw new Error('PHOTO_STORE, the address of the photo store, is not set.')

console.log(await ensureBucket(PHOTO_STORE))
