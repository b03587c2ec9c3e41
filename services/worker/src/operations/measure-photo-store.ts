import type { Ctx } from '@app/server/context'
import { hasStoredPhotos, insertPhotoStoreSize } from './queries.ts'

/** Measures the photo store. A missing folder counts as empty until a measurement has found a file; then it throws. */
export async function measurePhotoStore({ db, photos, now }: Ctx): Promise<void> {
  const size = await photos.measure()
  if (!size && (await hasStoredPhotos(db))) throw new Error('the folder of the photo store is missing')
  await insertPhotoStoreSize(db, now(), size ?? { files: 0, bytes: 0 })
}
