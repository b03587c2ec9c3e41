import type { Ctx } from '@app/server/context'
import { hasStoredPhotos, insertPhotoStoreSize } from './queries.ts'

/** Measures the photo store. Throws for a missing folder, unless no earlier measurement found a file; then it is empty. */
export async function measurePhotoStore({ db, photos, now }: Ctx): Promise<void> {
  const size = await photos.measure()
  if (!size && (await hasStoredPhotos(db))) throw new Error('the folder of the photo store is missing')
  await insertPhotoStoreSize(db, now(), size ?? { files: 0, bytes: 0 })
}
