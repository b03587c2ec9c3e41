import { UNSENT_PHOTO_LIFETIME } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import { type Selectable, sql } from 'kysely'
import type { Crop, ProcessedImage } from './process-image.ts'

export type MediaRow = Selectable<DB['media']>

/** Somebody who still writes its files after this has died. */
const LEASE = 120_000
/** When a drawing that broke off is begun anew, unless the queue does so before. */
const RETRY_AFTER = 30_000

const addMs = (now: Date, pause: number): string => new Date(now.getTime() + pause).toISOString()

const isUnprocessed = sql<boolean>`(state = 'PROCESSING' or (state = 'READY' and rotation <> "drawnRotation"))`

/** Takes a picture that has to be drawn, and counts the attempt; undefined where there is nothing to draw. */
export const claimUnprocessed = (db: Database, mediaId: MediaId, now: Date): Promise<MediaRow | undefined> =>
  db
    .updateTable('media')
    .set({ attempts: sql`attempts + 1`, dueAt: addMs(now, RETRY_AFTER), drawingUntil: addMs(now, LEASE) })
    .where('id', '=', mediaId)
    .where(isUnprocessed)
    .returningAll()
    .executeTakeFirst()

/** How the author of an entry in the feed wants its picture cut; null for other pictures. */
export const findCrop = async (db: Database, mediaId: MediaId): Promise<Crop | null> =>
  (await db
    .selectFrom('movie_entries')
    .select(['zoom', 'offsetX', 'offsetY'])
    .where('mediaId', '=', mediaId)
    .executeTakeFirst()) ?? null

/** An attempt that failed through no fault of the picture does not count. */
export const refundAttempt = (db: Database, mediaId: MediaId) =>
  db
    .updateTable('media')
    .set({ attempts: sql`greatest(attempts - 1, 0)`, drawingUntil: null })
    .where('id', '=', mediaId)
    .execute()

/** Waits for whatever else happens in the conversation: a message that carries a picture is either seen, or sees it drawn. */
export async function lockConversation(db: DatabaseTransaction, { chatId, groupId }: MediaRow): Promise<void> {
  if (chatId) await sql`select from chats where id = ${chatId} for no key update`.execute(db)
  if (groupId) await sql`select from groups where id = ${groupId} for no key update`.execute(db)
}

const RELEASED = { attempts: 0, drawingUntil: null } as const

/** Undefined when it was removed meanwhile. One to be sent that no message carries stays due for its end. */
export const markProcessed = (
  db: DatabaseTransaction,
  { id, rotation, createdAt }: MediaRow,
  { width, height, placeholder }: ProcessedImage,
): Promise<MediaRow | undefined> =>
  db
    .updateTable('media')
    .set({ ...RELEASED, state: 'READY', drawnRotation: rotation, width, height, placeholder })
    .set({ dueAt: addMs(new Date(createdAt), UNSENT_PHOTO_LIFETIME) })
    .where('id', '=', id)
    .where('state', 'in', ['PROCESSING', 'READY'])
    .returningAll()
    .executeTakeFirst()

/** One that was never drawn has failed for good; one that was stays as it is shown. */
export const markFailed = (db: DatabaseTransaction, { id, createdAt }: MediaRow): Promise<MediaRow | undefined> =>
  db
    .updateTable('media')
    .set({ ...RELEASED, dueAt: addMs(new Date(createdAt), UNSENT_PHOTO_LIFETIME) })
    .set({
      state: sql`case state when 'PROCESSING' then 'FAILED' else state end`,
      rotation: sql`coalesce("drawnRotation", rotation)`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['PROCESSING', 'READY'])
    .returningAll()
    .executeTakeFirst()

export type AttachedMessage = { messageId: string; version: number; ignoring: boolean; memberIds: string[] }

/** Moves the number of the message that carries the picture, so that a reload brings it too. Caller holds the chat's lock. */
export async function bumpMessageVersion(
  db: DatabaseTransaction,
  { id, chatId }: MediaRow,
): Promise<AttachedMessage | undefined> {
  const { rows } = await sql<AttachedMessage>`
    with chat as (
      update chats set version = version + 1
      where id = ${chatId} and exists (select from chat_messages where "mediaId" = ${id})
      returning id, version, "creatorIgnores" or "invitedIgnores" as ignoring
    )
    update chat_messages set version = chat.version from chat where "mediaId" = ${id}
    returning chat_messages.id::text as "messageId", chat.version, chat.ignoring,
      array(select "memberId"::text from chat_members where "chatId" = chat.id and folder <> 'GONE') as "memberIds"`.execute(
    db,
  )
  return rows[0]
}

/**
 * The same in a group, where a comment takes its message along; answers who carries the picture. Caller holds the group's
 * lock.
 */
export async function bumpGroupMessageVersion(db: DatabaseTransaction, { id }: MediaRow): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with "group" as (
      update groups set version = groups.version + 1 from group_messages carrying
      where carrying."mediaId" = ${id} and groups.id = carrying."groupId"
      returning groups.version, carrying."parentId"
    ), parent as (
      update group_messages m set version = "group".version from "group" where m.id = "group"."parentId"
    )
    update group_messages m set version = "group".version from "group" where m."mediaId" = ${id}
    returning m.id`.execute(db)
  return rows[0]?.id
}

/** A removed picture whose files nobody writes any more. */
export const findRemoved = (db: Database, mediaId: MediaId, now: Date): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('state', '=', 'REMOVED')
    .where((eb) => eb.or([eb('drawingUntil', 'is', null), eb('drawingUntil', '<=', now.toISOString())]))
    .executeTakeFirst()

export const releaseLease = (db: Database, mediaId: MediaId) =>
  db.updateTable('media').set({ drawingUntil: null }).where('id', '=', mediaId).execute()

export const deleteMedia = (db: Database, mediaId: MediaId) =>
  db.deleteFrom('media').where('id', '=', mediaId).where('state', '=', 'REMOVED').execute()
