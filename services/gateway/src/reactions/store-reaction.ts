import type { Id } from '@app/contract/base'
import type { Reaction } from '@app/contract/reactions'
import type { DatabaseTransaction } from '@app/server/db/database'
import { sql } from 'kysely'

/**
 * Sets or removes a member's reaction to a message, and returns the previous one; undefined if nothing has changed. The
 * caller holds the lock of the conversation.
 */
export async function storeReaction(
  db: DatabaseTransaction,
  kind: 'chat' | 'group',
  { messageId, memberId, reaction }: { messageId: Id; memberId: Id; reaction: Reaction | null },
): Promise<Reaction | null | undefined> {
  const table = sql.table(`${kind}_reactions`)
  const isOwn = sql`"messageId" = ${messageId} and "memberId" = ${memberId}`
  const { rows } = await sql<{ reaction: Reaction }>`select reaction from ${table} where ${isOwn}`.execute(db)
  const previous = rows[0]?.reaction ?? null
  if (previous === reaction) return undefined
  await (reaction === null
    ? sql`delete from ${table} where ${isOwn}`
    : sql`
        insert into ${table} ("messageId", "memberId", reaction) values (${messageId}, ${memberId}, ${reaction})
        on conflict ("messageId", "memberId") do update set reaction = excluded.reaction`
  ).execute(db)
  return previous
}

/** Deletes all reactions to a message. */
export const deleteReactions = (db: DatabaseTransaction, kind: 'chat' | 'group', messageId: Id) =>
  sql`delete from ${sql.table(`${kind}_reactions`)} where "messageId" = ${messageId}`.execute(db)
