import { EARLIER_WORDS_PERIOD_MS, UPLOAD_ABANDONED_AFTER_MS } from '@app/contract/limits'
import type { MediaId, Unsigned } from '@app/contract/media'
import type { Photo } from '@app/contract/photos'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { Photos } from '@app/server/db/tables'
import type { Tx } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { PICTURE_COLUMNS, type PictureRow, toPicture } from '@app/server/photos/pictures'
import { eitherHasBlocked, hasBlocked } from '@app/server/policies/blocking'
import { isAlbumVisible } from '@app/server/policies/photos'
import { isVisibleMember } from '@app/server/policies/team'
import { type RawBuilder, type Selectable, sql } from 'kysely'

/** The time after which a job that has not processed its media counts as lost, and is enqueued again. */
const JOB_LOST_AFTER_MS = 3_000

type PhotoRow = PictureRow & Pick<Photo, 'album' | 'ordinal' | 'verified'>

const toPhoto = ({ album, ordinal, verified, ...picture }: PhotoRow): Unsigned<typeof Photo> => ({
  ...toPicture(picture),
  album,
  ordinal,
  verified,
})

/**
 * Lists a member's photos that this viewer may see, by album and in their order. Only the owner sees photos that are
 * not processed yet or failed.
 */
export async function listVisiblePhotos(
  db: Database,
  ownerId: string,
  viewerId: string,
): Promise<Unsigned<typeof Photo>[]> {
  const { rows } = await sql<PhotoRow>`
    select media.id, media.state, media.rotation, media."drawnRotation", media.width, media.height, media.placeholder,
      photos.album, (row_number() over (partition by photos.album order by photos.ordinal, media.id) - 1)::int as ordinal,
      exists (select from photo_confirmations join members verifier on verifier.id = "verifierId"
        where "mediaId" = media.id and ${sql.raw(isVisibleMember('verifier'))}
          and not ${hasBlocked(sql`verifier.id`, sql`owner.id`)}
          and (viewer.id = owner.id or not ${eitherHasBlocked(sql`verifier.id`, sql`viewer.id`)})) as verified
    from photos
    join media on media.id = photos."mediaId"
    join members owner on owner.id = photos."memberId"
    join members viewer on viewer.id = ${viewerId}
    where photos."memberId" = ${ownerId} and ${isAlbumVisible}
      and (media.state = 'READY' or owner.id = viewer.id and media.state in ('PROCESSING', 'FAILED'))
    order by array_position(array['PUBLIC', 'PRIVATE', 'VERIFIED'], photos.album), photos.ordinal, media.id`.execute(db)
  return rows.map(toPhoto)
}

/** Returns one of a member's own photos. Throws NOT_FOUND if it does not exist. */
export async function requirePhoto(db: Database, ownerId: string, mediaId: MediaId): Promise<Unsigned<typeof Photo>> {
  const photo = (await listVisiblePhotos(db, ownerId, ownerId)).find(({ id }) => id === mediaId)
  if (!photo) throw new AppError('NOT_FOUND')
  return photo
}

/** Returns the time at which a job that is enqueued now counts as lost. */
const computeJobDeadline = (now: () => Date): string => new Date(now().getTime() + JOB_LOST_AFTER_MS).toISOString()

/** Counts the photos that count toward the limit on album photos, including unfinished uploads and failed photos. */
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

/** The target of a picture: the albums of its owner, one conversation, or the feed. */
export type MediaTarget =
  | { kind: 'ALBUM' | 'MOVIE' }
  | { kind: 'CHAT'; chatId: string }
  | { kind: 'GROUP'; groupId: string }

const targetColumns = (target: MediaTarget) => ({ chatId: null, groupId: null, ...target })

/** Stores the row of an upload before its file arrives. */
export async function insertUpload({ db, now }: Tx, id: MediaId, ownerId: string, target: MediaTarget): Promise<void> {
  const abandonedAt = new Date(now().getTime() + UPLOAD_ABANDONED_AFTER_MS)
  await db
    .insertInto('media')
    .values({ id, ownerId, ...target, createdAt: now().toISOString(), dueAt: abandonedAt.toISOString() })
    .execute()
}

/** Marks an upload as ready for processing; returns false if it has been removed. */
export async function markUploaded({ db, now }: Tx, mediaId: MediaId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ state: 'PROCESSING', dueAt: computeJobDeadline(now) })
    .where('id', '=', mediaId)
    .where('state', '=', 'UPLOADING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type NewPhoto = Pick<Selectable<Photos>, 'mediaId' | 'memberId' | 'album' | 'clientId'>

/** Adds a photo at the end of an album. The caller holds the lock on the member's photos. */
export const insertPhoto = (db: DatabaseTransaction, { mediaId, memberId, album, clientId }: NewPhoto) =>
  sql`
    insert into photos ("mediaId", "memberId", "clientId", album, ordinal)
    select ${mediaId}, ${memberId}, ${clientId}, ${album}, coalesce(max(ordinal) + 1, 0)
    from photos where "memberId" = ${memberId} and album = ${album}`.execute(db)

/** Finds the album photo that the owner uploaded with this `clientId`. */
export const findPhotoByClientId = (
  db: Database,
  memberId: string,
  clientId: string,
): Promise<{ mediaId: MediaId } | undefined> =>
  db
    .selectFrom('photos')
    .select('mediaId')
    .where('memberId', '=', memberId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()

/** Hides the media that have one of these states; a worker deletes their files. Returns the ids of the hidden media. */
export async function markMediaRemoved(
  { db, now }: Tx,
  mediaIds: MediaId[],
  states: PictureRow['state'][],
): Promise<MediaId[]> {
  const { rows } = await sql<{ id: MediaId }>`
    update media set state = 'REMOVED', "dueAt" = ${computeJobDeadline(now)}
    where id = any(${mediaIds}::text[]) and state = any(${states}::text[])
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

const VISIBLE_STATES: PictureRow['state'][] = ['PROCESSING', 'READY', 'FAILED']

/** Returns whether an upload was stored completely and has not been removed. */
export async function isUploaded(db: Database, mediaId: MediaId): Promise<boolean> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('state', 'in', VISIBLE_STATES)
    .executeTakeFirst()
  return row !== undefined
}

/** Hides uploaded media everywhere, and enqueues the deletion of their files. */
export async function removeMedia(tx: Tx, mediaIds: MediaId[]): Promise<void> {
  for (const mediaId of await markMediaRemoved(tx, mediaIds, VISIBLE_STATES))
    tx.enqueue({ name: 'photos:remove', payload: { mediaId } })
}

/**
 * Hides the photo of a deleted message. Its file is kept as long as the message's words, so that the message can be
 * reported.
 */
export const removeConversationMedia = ({ db, now }: Tx, mediaId: MediaId) =>
  sql`
    update media set state = 'REMOVED', "dueAt" = ${new Date(now().getTime() + EARLIER_WORDS_PERIOD_MS)}
    where id = ${mediaId} and state = any(${VISIBLE_STATES}::text[])`.execute(db)

type OwnPicture = { id: MediaId; ownerId: string; target: MediaTarget }

/** Builds an update of the owner's picture at this target, if it is ready or being processed. */
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

/** Attaches the owner's upload to a message; returns undefined if it does not exist or is already attached. */
export const attachPhoto = (db: DatabaseTransaction, photo: OwnPicture): Promise<PictureRow | undefined> =>
  updateOwnPicture(db, photo)
    .set({ carried: true })
    .where('carried', '=', false)
    .returning(PICTURE_COLUMNS)
    .executeTakeFirst()

/** Removes one of a member's own photos from the albums; returns false if it is in none. */
export async function deletePhotoRow(db: DatabaseTransaction, memberId: string, mediaId: MediaId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('photos')
    .where('mediaId', '=', mediaId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Gives the owner's picture a rotation, by default a quarter turn clockwise from the current one; returns undefined if
 * there is no such picture.
 */
export const rotatePicture = (
  { db, now }: Tx,
  picture: OwnPicture,
  rotation: number | RawBuilder<number> = sql<number>`(rotation + 90) % 360`,
): Promise<PictureRow | undefined> =>
  updateOwnPicture(db, picture)
    .set({ rotation, dueAt: computeJobDeadline(now) })
    .returning(PICTURE_COLUMNS)
    .executeTakeFirst()

/** Deletes the grant of a PRIVATE album. Returns false if there was none. */
export async function deleteGrant(db: DatabaseTransaction, ownerId: string, viewerId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('private_grants')
    .where('ownerId', '=', ownerId)
    .where('viewerId', '=', viewerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the grants of PRIVATE albums between two members, in both directions. */
export const deleteGrantsBetween = (db: DatabaseTransaction, oneId: string, otherId: string) =>
  db
    .deleteFrom('private_grants')
    .where('ownerId', 'in', [oneId, otherId])
    .where('viewerId', 'in', [oneId, otherId])
    .execute()

/** Deletes all grants of PRIVATE albums by and to this member. */
export const deleteGrantsOf = (db: DatabaseTransaction, memberId: string) =>
  db
    .deleteFrom('private_grants')
    .where((eb) => eb.or([eb('ownerId', '=', memberId), eb('viewerId', '=', memberId)]))
    .execute()

/** Lists the album positions of a member's photos. */
export const listAlbumPositions = (db: Database, memberId: string) =>
  db
    .selectFrom('photos')
    .select(['mediaId', 'album', 'ordinal'])
    .where('memberId', '=', memberId)
    .orderBy('mediaId')
    .execute()
