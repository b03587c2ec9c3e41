import type { Ctx } from '@app/server/context'
import { insertPhotoStoreSize } from './queries.ts'

/** Counts what lies in the photo store. */
export async function measureStore({ db, photos, now }: Ctx): Promise<void> {
  await insertPhotoStoreSize(db, now(), await photos.measure())
}
