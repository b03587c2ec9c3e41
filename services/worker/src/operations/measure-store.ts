import type { Ctx } from '@app/server/context'
import { hasStoredPhotos, insertPhotoStoreSize } from './queries.ts'

/** Counts what lies in the photo store. A folder that is not there is empty only as long as nothing has lain there. */
export async function measureStore({ db, photos, now }: Ctx): Promise<void> {
  const size = await photos.measure()
  if (!size && (await hasStoredPhotos(db))) throw new Error('the folder of the photo store is gone')
  await insertPhotoStoreSize(db, now(), size ?? { files: 0, bytes: 0 })
}
