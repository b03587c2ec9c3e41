import { UPLOAD_ABANDONED_AFTER } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import type { Photo } from '@app/contract/photos'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { PICTURE_COLUMNS, type PictureRow, toPicture } from '@app/server/pictures'
import { isAlbumVisible } from '@app/server/policies/photos'
import { isVisibleMember } from '@app/server/team'
import type { Tx } from '@app/server/transact'
import { sql } from 'kysely'

const JOB_LOST_AFTER_MS = 3_000

type PhotoRow = PictureRow & Pick<Photo, 'album' | 'ordinal' | 'verified'>

const toPhoto = ({ album, ordinal, verified, ...picture }: PhotoRow): Photo => ({
  ...toPicture(picture),
  album,
  ordinal,
  verified,
})

/**
 * A member's photos, as far as this viewer may see them, album by album in their order. Those that are not drawn, or could
 * not be, are for their owner.
 */
export async function listVisiblePhotos(db: Database, ownerId: string, viewerId: string): Promise<Photo[]> {
  const { rows } = await sql<PhotoRow>`
    select media.id, media.state, media.rotation, media."drawnRotation", media.width, media.height, media.placeholder,
      photos.album, (row_number() over (partition by photos.album order by photos.ordinal, media.id) - 1)::int as ordinal,
      exists (select from photo_confirmations join members verifier on verifier.id = "verifierId"
        where "mediaId" = media.id and ${sql.raw(isVisibleMember('verifier'))}) as verified
    from photos
    join media on media.id = photos."mediaId"
    join members owner on owner.id = photos."memberId"
    join members viewer on viewer.id = ${viewerId}
    where photos."memberId" = ${ownerId} and ${isAlbumVisible}
      and (media.state = 'READY' or owner.id = viewer.id and media.state in ('PROCESSING', 'FAILED'))
    order by array_position(array['PUBLIC', 'PRIVATE', 'VERIFIED'], photos.album), photos.ordinal, media.id`.execute(db)
  return rows.map(toPhoto)
}

/** One of a member's own photos. */
export async function requirePhoto(db: Database, ownerId: string, mediaId: MediaId): Promise<Photo> {
  const photo = (await listVisiblePhotos(db, ownerId, ownerId)).find(({ id }) => id === mediaId)
  if (!photo) throw new AppError('NOT_FOUND')
  return photo
}

/** By then a job has begun with it, or was lost. */
const retryDeadline = (now: () => Date): string => new Date(now().getTime() + JOB_LOST_AFTER_MS).toISOString()

/** All that take up room in the albums: also those that are on their way, or could not be drawn. */
export async function countAlbumPhotos(db: DatabaseTransaction, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('media')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'ALBUM')
    .where('state', '<>', 'REMOVED')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Where a picture belongs: to the albums of its owner, to one conversation, or to the feed. */
export type MediaTarget =
  | { kind: 'ALBUM' | 'MOVIE' }
  | { kind: 'CHAT'; chatId: string }
  | { kind: 'GROUP'; groupId: string }

const targetColumns = (target: MediaTarget) => ({ chatId: null, groupId: null, ...target })

export async function insertUpload({ db, now }: Tx, id: MediaId, ownerId: string, target: MediaTarget): Promise<void> {
  const lostAt = new Date(now().getTime() + UPLOAD_ABANDONED_AFTER)
  await db
    .insertInto('media')
    .values({ id, ownerId, ...target, createdAt: now().toISOString(), dueAt: lostAt.toISOString() })
    .execute()
}

export async function markUploaded({ db, now }: Tx, mediaId: MediaId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ state: 'PROCESSING', dueAt: retryDeadline(now) })
    .where('id', '=', mediaId)
    .where('state', '=', 'UPLOADING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Puts a photo at the end of an album. Caller holds the lock on the member's photos. */
export const insertPhoto = (db: DatabaseTransaction, memberId: string, mediaId: MediaId, album: Photo['album']) =>
  sql`
    insert into photos ("mediaId", "memberId", album, ordinal)
    select ${mediaId}, ${memberId}, ${album}, coalesce(max(ordinal) + 1, 0)
    from photos where "memberId" = ${memberId} and album = ${album}`.execute(db)

/** From here on nobody is shown the pictures; a worker clears them away. Answers which ones that are. */
export async function markRemoved(
  { db, now }: Tx,
  mediaIds: MediaId[],
  from: PictureRow['state'][],
): Promise<MediaId[]> {
  const { rows } = await sql<{ id: MediaId }>`
    update media set state = 'REMOVED', "dueAt" = ${retryDeadline(now)}
    where id = any(${mediaIds}::text[]) and state = any(${from}::text[])
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

const VISIBLE_STATES: PictureRow['state'][] = ['PROCESSING', 'READY', 'FAILED']

/** Takes pictures away from wherever they are shown. */
export async function removePhotos(tx: Tx, mediaIds: MediaId[]): Promise<void> {
  for (const mediaId of await markRemoved(tx, mediaIds, VISIBLE_STATES))
    tx.enqueue({ name: 'photos:remove', payload: { mediaId } })
}

export async function listPhotosOfChat(db: Database, chatId: string): Promise<MediaId[]> {
  const rows = await db.selectFrom('media').select('id').where('chatId', '=', chatId).execute()
  return rows.map(({ id }) => id)
}

type OwnPicture = { id: MediaId; ownerId: string; target: MediaTarget }

/** Pictures of the owner's at this place that are shown, or will be. */
function updateOwnPicture(db: DatabaseTransaction, { id, ownerId, target }: OwnPicture) {
  const { kind, chatId, groupId } = targetColumns(target)
  return db
    .updateTable('media')
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('kind', '=', kind)
    .where('chatId', 'is not distinct from', chatId)
    .where('groupId', 'is not distinct from', groupId)
    .where('state', 'in', ['PROCESSING', 'READY'])
}

/** Makes an upload of mine for this conversation a part of a message, once; undefined when that cannot be. */
export const attachPhoto = (db: DatabaseTransaction, photo: OwnPicture): Promise<PictureRow | undefined> =>
  updateOwnPicture(db, photo)
    .set({ carried: true })
    .where('carried', '=', false)
    .returning(PICTURE_COLUMNS)
    .executeTakeFirst()

/** Takes one of a member's own photos out of the albums. */
export async function deletePhoto(db: DatabaseTransaction, memberId: string, mediaId: MediaId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('photos')
    .where('mediaId', '=', mediaId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Turns a picture of the owner's by a quarter, clockwise; undefined where there is none that could be turned. */
export const rotatePicture = ({ db, now }: Tx, picture: OwnPicture): Promise<PictureRow | undefined> =>
  updateOwnPicture(db, picture)
    .set({ rotation: sql<number>`(rotation + 90) % 360`, dueAt: retryDeadline(now) })
    .returning(PICTURE_COLUMNS)
    .executeTakeFirst()

export const deleteGrantsBetween = (db: DatabaseTransaction, oneId: string, otherId: string) =>
  db
    .deleteFrom('private_grants')
    .where('ownerId', 'in', [oneId, otherId])
    .where('viewerId', 'in', [oneId, otherId])
    .execute()

/** Withdraws all grants of a PRIVATE album by this member and to them. */
export const deleteGrantsOf = (db: DatabaseTransaction, memberId: string) =>
  db
    .deleteFrom('private_grants')
    .where((eb) => eb.or([eb('ownerId', '=', memberId), eb('viewerId', '=', memberId)]))
    .execute()

/** Where a member's photos stand. */
export const listAlbumPositions = (db: Database, memberId: string) =>
  db
    .selectFrom('photos')
    .select(['mediaId', 'album', 'ordinal'])
    .where('memberId', '=', memberId)
    .orderBy('mediaId')
    .execute()
