import { MEDIA_SIZES, type MediaId } from '@app/contract/media'
import { rawKey, variantKey } from '@app/server/photos/photo-store'
import type { WorkerCtx } from '../context.ts'
import { deleteMedia, findRemovedPhoto, mediaExists } from './queries.ts'

const ROTATIONS = [0, 90, 180, 270]

const listKeys = (mediaId: MediaId): string[] => [
  rawKey(mediaId),
  ...ROTATIONS.flatMap((rotation) => Object.keys(MEDIA_SIZES).map((size) => variantKey(mediaId, rotation, size))),
]

/** Deletes the files of a removed picture, and then its row, since the row names the files. Idempotent. */
export async function removePhoto({ db, photos, now }: WorkerCtx, { mediaId }: { mediaId: MediaId }): Promise<void> {
  if (!(await findRemovedPhoto(db, mediaId, now()))) return
  for (const key of listKeys(mediaId)) await photos.remove(key)
  await deleteMedia(db, mediaId)
}

/** Deletes files that were stored after the row of their picture had been deleted. */
export async function removeStrayFiles({ db, photos }: WorkerCtx, { mediaId }: { mediaId: MediaId }): Promise<void> {
  if (await mediaExists(db, mediaId)) return
  for (const key of listKeys(mediaId)) await photos.remove(key)
}
