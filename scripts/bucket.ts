import { ensureBucket } from '@app/server/photo-store-bucket'

const { PHOTO_STORE } = process.env
if (!PHOTO_STORE) throw new Error('PHOTO_STORE says where photos lie; it is not set.')

console.log(await ensureBucket(PHOTO_STORE))
