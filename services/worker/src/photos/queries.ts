import { UNSENT_PHOTO_LIFETIME_MS } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import { type Selectable, sql } from 'kysely'
import { isNeededAsEvidence } from '../safety/queries.ts'
import type { Crop, ProcessedImage } from './process-image.ts'

export type MediaRow = Selectable<DB['media']>

/** The lease of a worker that processes a picture, so long that only a dead worker exceeds it. */
const LEASE_MS = 120_000
/** The time after which the relay retries interrupted processing, unless the queue does so earlier. */
const RETRY_AFTER_MS = 30_000

const addMs = (time: Date, durationMs: number): string => new Date(time.getTime() + durationMs).toISOString()

const isUnprocessed = sql<boolean>`(state = 'PROCESSING' or (state = 'READY' and rotation <> "drawnRotation"))`

/**
 * Claims a picture that has to be processed, and counts the attempt. Returns undefined if there is nothing to process.
 */
export const claimUnprocessedPhoto = (db: Database, mediaId: MediaId, now: Date): Promise<MediaRow | undefined> =>
  db
    .updateTable('media')
    .set({ attempts: sql`attempts + 1`, dueAt: addMs(now, RETRY_AFTER_MS), drawingUntil: addMs(now, LEASE_MS) })
    .where('id', '=', mediaId)
    .where(isUnprocessed)
    .returningAll()
    .executeTakeFirst()

/** Returns the crop of a picture in the feed; null for other pictures. */
export const findCrop = async (db: Database, mediaId: MediaId): Promise<Crop | null> =>
  (await db
    .selectFrom('movie_entries')
    .select(['zoom', 'offsetX', 'offsetY'])
    .where('mediaId', '=', mediaId)
    .executeTakeFirst()) ?? null

/** Refunds an attempt that failed for a reason other than the picture itself. */
export const refundAttempt = (db: Database, mediaId: MediaId) =>
  db
    .updateTable('media')
    .set({ attempts: sql`greatest(attempts - 1, 0)`, drawingUntil: null })
    .where('id', '=', mediaId)
    .execute()

/**
 * Locks the picture's conversation, so that either this transaction sees the message with the picture, or the message's
 * transaction sees the processed picture.
 */
export async function lockConversation(db: DatabaseTransaction, { chatId, groupId }: MediaRow): Promise<void> {
  if (chatId) await sql`select from chats where id = ${chatId} for no key update`.execute(db)
  if (groupId) await sql`select from groups where id = ${groupId} for no key update`.execute(db)
}

const RELEASED_LEASE = { attempts: 0, drawingUntil: null } as const

/**
 * Marks a picture as processed. Returns undefined if it was removed in the meantime. Sets the time at which the picture
 * is removed if no message contains it by then.
 */
export const markProcessed = (
  db: DatabaseTransaction,
  { id, rotation, createdAt }: MediaRow,
  { width, height, placeholder }: ProcessedImage,
): Promise<MediaRow | undefined> =>
  db
    .updateTable('media')
    .set({ ...RELEASED_LEASE, state: 'READY', drawnRotation: rotation, width, height, placeholder })
    .set({ dueAt: addMs(new Date(createdAt), UNSENT_PHOTO_LIFETIME_MS) })
    .where('id', '=', id)
    .where('state', 'in', ['PROCESSING', 'READY'])
    .returningAll()
    .executeTakeFirst()

/** Marks a new picture as failed, or restores the previous rotation of one that was processed before. */
export const markFailed = (db: DatabaseTransaction, { id, createdAt }: MediaRow): Promise<MediaRow | undefined> =>
  db
    .updateTable('media')
    .set({ ...RELEASED_LEASE, dueAt: addMs(new Date(createdAt), UNSENT_PHOTO_LIFETIME_MS) })
    .set({
      state: sql`case state when 'PROCESSING' then 'FAILED' else state end`,
      rotation: sql`coalesce("drawnRotation", rotation)`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['PROCESSING', 'READY'])
    .returningAll()
    .executeTakeFirst()

export type AttachedMessage = { messageId: string; version: number; isBlocked: boolean; memberIds: string[] }

/**
 * Increments the versions of the chat and of the picture's message, so that a resync contains the message. The caller
 * holds the chat lock.
 */
export async function incrementMessageVersion(
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
 * Increments the versions of the group, of the post or comment with the picture, and of a comment's post. Returns the id
 * of the post or comment. The caller holds the group lock.
 */
export async function incrementGroupMessageVersion(
  db: DatabaseTransaction,
  { id }: MediaRow,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with "group" as (
      update groups set version = groups.version + 1 from group_messages message
      where message."mediaId" = ${id} and groups.id = message."groupId"
      returning groups.version, message."parentId"
    ), parent as (
      update group_messages m set version = "group".version from "group" where m.id = "group"."parentId"
    )
    update group_messages m set version = "group".version from "group" where m."mediaId" = ${id}
    returning m.id`.execute(db)
  return rows[0]?.id
}

/** A SQL predicate that checks whether an unanswered appeal could bring back a picture that a decision hid. */
export const isNeededForAppeal = sql<boolean>`("ownerId" is not null and exists (
  select from appeals a where a."decisionId" = media."removedBy" and a.outcome is null))`

/**
 * Returns a SQL predicate that checks whether the files of a removed picture are still kept: a decision hid it, or its
 * message was deleted, which can be reported for a while.
 */
const isKept = (now: Date) => sql<boolean>`(("removedBy" is not null or carried) and "dueAt" > ${now})`

/**
 * Finds a picture that is marked as removed, unless its files are kept, a worker may still write them, or evidence has
 * yet to copy it.
 */
export const findRemovedPhoto = (db: Database, mediaId: MediaId, now: Date): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('state', '=', 'REMOVED')
    .where((eb) => eb.or([eb('drawingUntil', 'is', null), eb('drawingUntil', '<=', now.toISOString())]))
    .where(sql<boolean>`not (${isKept(now)} or ${isNeededAsEvidence} or ${isNeededForAppeal})`)
    .executeTakeFirst()

/** Releases a picture, so that its files can be removed. */
export const releaseLease = (db: Database, mediaId: MediaId) =>
  db.updateTable('media').set({ drawingUntil: null }).where('id', '=', mediaId).execute()

export const mediaExists = async (db: Database, mediaId: MediaId): Promise<boolean> =>
  (await db.selectFrom('media').select('id').where('id', '=', mediaId).executeTakeFirst()) !== undefined

/** Deletes the row of a picture that is marked as removed. */
export const deleteMedia = (db: Database, mediaId: MediaId) =>
  db.deleteFrom('media').where('id', '=', mediaId).where('state', '=', 'REMOVED').execute()

/** Stores the hash of an upload, by which a later upload of the same file is recognized. */
export const storeRawHash = (db: Database, mediaId: MediaId, rawHash: Buffer) =>
  db.updateTable('media').set({ rawHash }).where('id', '=', mediaId).execute()
