import { PAST_CONTACT_PERIOD_MS } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { type RawBuilder, sql } from 'kysely'

/** The condition of the partial indexes of files that wait to be copied. */
const isWaiting = sql<boolean>`"copiedAt" is null and "missingAt" is null`

/** A SQL predicate that checks whether the picture `media` has yet to be copied as evidence. */
export const isNeededAsEvidence = sql<boolean>`exists (
  select from evidence_files where "mediaId" = media.id and ${isWaiting})`

const RETRY_AFTER_MS = 30_000

export type WaitingFile = { mediaId: MediaId; key: string }

/** Lists the files of evidence that are not copied yet, and postpones the next attempt of the relay. */
export async function claimFiles(db: Database, evidenceId: string, now: Date): Promise<WaitingFile[]> {
  const { rows } = await sql<WaitingFile>`
    update evidence_files set "dueAt" = ${new Date(now.getTime() + RETRY_AFTER_MS)}
    where "evidenceId" = ${evidenceId} and ${isWaiting}
    returning "mediaId", key`.execute(db)
  return rows.toSorted((file, other) => (file.mediaId < other.mediaId ? -1 : 1))
}

/** Lists evidence with files that should have been copied by now. */
export async function listOverdueEvidence(db: Database, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ evidenceId: string }>`
    select distinct "evidenceId" from evidence_files where "dueAt" <= ${now} and ${isWaiting} limit ${limit}`.execute(
    db,
  )
  return rows.map(({ evidenceId }) => evidenceId)
}

/** Marks a file as copied. Returns false if its evidence was deleted meanwhile. */
export async function markCopied(
  db: Database,
  { key, sha256, bytes }: { key: string; sha256: Buffer; bytes: number },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update evidence_files set sha256 = ${sha256}, bytes = ${bytes}, "copiedAt" = ${now}
    where key = ${key}`.execute(db)
  return Boolean(numAffectedRows)
}

/** Marks a file as missing, unless another worker has copied it. */
export const markMissing = (db: Database, key: string, now: Date) =>
  sql`update evidence_files set "missingAt" = ${now} where key = ${key} and ${isWaiting}`.execute(db)

/** Deletes earlier words that can no longer be reported, and returns their number. */
export async function deleteExpiredWords(db: Database, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from earlier_words where until <= ${now}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Returns a SQL predicate that checks whether the chat `c` vanished from the lists of both members by the cutoff. An account
 * that can still be restored (`"heldFolder"`) keeps the chat.
 */
const isInNoList = (cutoff: Date): RawBuilder<boolean> => sql`not exists (
  select from chat_members participant where participant."chatId" = c.id
    and (participant.folder <> 'GONE' or participant."heldFolder" is not null
      or participant."goneAt" is null or participant."goneAt" > ${cutoff}))`

const computeCutoff = (now: Date): Date => new Date(now.getTime() - PAST_CONTACT_PERIOD_MS)

/** Lists chats that no member can read or report anymore, except those whose purge has failed. */
export async function listGoneChats(db: Database, now: Date, limit: number, failedIds: string[]): Promise<string[]> {
  const cutoff = computeCutoff(now)
  const { rows } = await sql<{ id: string }>`
    select c.id from chats c
    where c.id in (select "chatId" from chat_members where "goneAt" <= ${cutoff})
      and ${isInNoList(cutoff)} and c.id <> all(${failedIds}::bigint[])
    order by c.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a chat. Returns false if a member can read or report it after all. */
export async function lockGoneChat(db: DatabaseTransaction, chatId: string, now: Date): Promise<boolean> {
  await sql`select from chats where id = ${chatId} for update`.execute(db)
  const { rows } = await sql`select from chats c where c.id = ${chatId} and ${isInNoList(computeCutoff(now))}`.execute(
    db,
  )
  return rows.length > 0
}

/** Deletes a batch of a chat's messages, and returns their number. */
export async function deleteChatMessages(db: Database, chatId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from chat_messages where id in (
      select id from chat_messages where "chatId" = ${chatId} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes a chat, and marks its photos for removal. */
export async function deleteChat(db: DatabaseTransaction, chatId: string, now: Date): Promise<void> {
  await sql`update media set state = 'REMOVED', "dueAt" = ${now} where "chatId" = ${chatId}`.execute(db)
  await db.deleteFrom('chats').where('id', '=', chatId).execute()
}
