import { UNSENT_PHOTO_LIFETIME } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import { type Selectable, sql } from 'kysely'
import type { Crop, ProcessedImage } from './process-image.ts'

export type MediaRow = Selectable<DB['media']>

/** The lease of a processing worker, which has died if it still writes files afterwards. */
const LEASE_MS = 120_000
/** The delay after which interrupted processing is retried, unless the queue retries it earlier. */
const RETRY_AFTER_MS = 30_000

const addMs = (now: Date, durationMs: number): string => new Date(now.getTime() + durationMs).toISOString()

const isUnprocessed = sql<boolean>`(state = 'PROCESSING' or (state = 'READY' and rotation <> "drawnRotation"))`

/** Claims a picture that has to be processed, and counts the attempt; undefined if there is nothing to process. */
export const claimUnprocessed = (db: Database, mediaId: MediaId, now: Date): Promise<MediaRow | undefined> =>
  db
    .updateTable('media')
    .set({ attempts: sql`attempts + 1`, dueAt: addMs(now, RETRY_AFTER_MS), drawingUntil: addMs(now, LEASE_MS) })
    .where('id', '=', mediaId)
    .where(isUnprocessed)
    .returningAll()
    .executeTakeFirst()

/** Returns the crop of a picture in the feed, null for other pictures. */
export const findCrop = async (db: Database, mediaId: MediaId): Promise<Crop | null> =>
  (await db
    .selectFrom('movie_entries')
    .select(['zoom', 'offsetX', 'offsetY'])
    .where('mediaId', '=', mediaId)
    .executeTakeFirst()) ?? null

/** Refunds an attempt that did not fail because of the picture itself. */
export const refundAttempt = (db: Database, mediaId: MediaId) =>
  db
    .updateTable('media')
    .set({ attempts: sql`greatest(attempts - 1, 0)`, drawingUntil: null })
    .where('id', '=', mediaId)
    .execute()

/**
 * Locks the conversation, so that this transaction either sees a message with the picture, or the message's transaction
 * sees the processed picture.
 */
export async function lockConversation(db: DatabaseTransaction, { chatId, groupId }: MediaRow): Promise<void> {
  if (chatId) await sql`select from chats where id = ${chatId} for no key update`.execute(db)
  if (groupId) await sql`select from groups where id = ${groupId} for no key update`.execute(db)
}

const RELEASED = { attempts: 0, drawingUntil: null } as const

/**
 * Marks a picture as processed; undefined if it was removed in the meantime. A photo without its message stays due for
 * removal.
 */
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

/** Marks a picture as failed, or restores the previous rotation of a picture that was processed before. */
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

export type AttachedMessage = { messageId: string; version: number; isBlocked: boolean; memberIds: string[] }

/** Increments the version of the picture's message, so that a catch-up contains it. The caller holds the chat lock. */
export async function bumpMessageVersion(
  db: DatabaseTransaction,
  { id, chatId }: MediaRow,
): Promise<AttachedMessage | undefined> {
  const { rows } = await sql<AttachedMessage>`
    with chat as (
      update chats set version = version + 1
      where id = ${chatId} and exists (select from chat_messages where "mediaId" = ${id})
      returning id, version, "creatorIgnores" or "invitedIgnores" as "isBlocked"
    )
    update chat_messages set version = chat.version from chat where "mediaId" = ${id}
    returning chat_messages.id::text as "messageId", chat.version, chat."isBlocked",
      array(select "memberId"::text from chat_members where "chatId" = chat.id and folder <> 'GONE') as "memberIds"`.execute(
    db,
  )
  return rows[0]
}

/**
 * Increments the version of the picture's message or comment in a group, and of a comment's message. Returns the id of
 * the message with the picture. The caller holds the group lock.
 */
export async function bumpGroupMessageVersion(db: DatabaseTransaction, { id }: MediaRow): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with "group" as (
      update groups set version = groups.version + 1 from group_messages own
      where own."mediaId" = ${id} and groups.id = own."groupId"
      returning groups.version, own."parentId"
    ), parent as (
      update group_messages m set version = "group".version from "group" where m.id = "group"."parentId"
    )
    update group_messages m set version = "group".version from "group" where m."mediaId" = ${id}
    returning m.id`.execute(db)
  return rows[0]?.id
}

/** Finds a removed picture whose files no worker writes anymore. */
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
