import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { Tx } from '@app/server/delivery/transact'
import { deleteMemberAnswers } from '@app/server/events/seats'
import { sql } from 'kysely'

/** Lists members who were deleted by the cutoff, except those whom the team holds and those whose purge has failed. */
export async function listDeletedMembers(
  db: Database,
  cutoff: Date,
  limit: number,
  failedIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from members where "deletedAt" <= ${cutoff} and "heldUntil" is null and id <> all(${failedIds}::bigint[])
    order by "deletedAt", id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes a batch of messages in the member's chats, which no member can read anymore. Returns the number deleted. */
export async function deleteMessages(db: Database, memberId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from chat_messages where id in (
        select m.id from chats c join chat_messages m on m."chatId" = c.id
        where c."creatorId" = ${memberId} or c."invitedId" = ${memberId} limit ${limit})
      returning id
    ), words as (
      delete from earlier_words where place = 'CHAT' and "messageId" in (select id from deleted)
    )
    select count(*)::int as count from deleted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes a batch of the member's reactions in groups. Returns the number deleted. */
export async function deleteReactions(db: Database, memberId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from group_reactions where "memberId" = ${memberId} and "messageId" in (
      select "messageId" from group_reactions where "memberId" = ${memberId} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Locks a member who was deleted by the cutoff, and returns their email address and name. */
export const lockDeletedMember = (db: DatabaseTransaction, memberId: string, cutoff: Date) =>
  db
    .selectFrom('members')
    .select(['email', 'emailKey', 'userName'])
    .where('id', '=', memberId)
    .where('deletedAt', '<=', cutoff.toISOString())
    .where('heldUntil', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/**
 * Marks the member's photos and exports and the photos of their chats for removal. Those rows outlive the member until
 * the files are removed.
 */
export async function markFilesForRemoval(db: DatabaseTransaction, memberId: string, now: Date): Promise<void> {
  await sql`
    update media set state = 'REMOVED', "dueAt" = ${now}
    where "ownerId" = ${memberId}
      or "chatId" in (select id from chats where "creatorId" = ${memberId} or "invitedId" = ${memberId})`.execute(db)
  await db.updateTable('exports').set({ state: 'REMOVED' }).where('memberId', '=', memberId).execute()
}

/** Deletes the emails, the tokens and the undeliverable mark of an email address. */
export async function deleteMailData(db: DatabaseTransaction, emailKey: string): Promise<void> {
  await sql`delete from mails where lower(address) = ${emailKey}`.execute(db)
  await sql`delete from local_inbox where lower("to") = ${emailKey}`.execute(db)
  await db.deleteFrom('mail_tokens').where('addressKey', '=', emailKey).execute()
  await db.deleteFrom('dead_addresses').where('addressKey', '=', emailKey).execute()
}

/** Deletes the member's events and answers, and keeps the counters of other events correct. */
export async function deleteEvents(tx: Tx, memberId: string): Promise<void> {
  await deleteMemberAnswers(tx, { memberId, includePast: true })
  await tx.db.deleteFrom('events').where('authorId', '=', memberId).execute()
}

/** Subtracts the member's likes from the entries of others. */
const subtractLikes = (db: DatabaseTransaction, memberId: string) =>
  sql`
    update movie_entries e set likes = likes - 1 from movie_likes l
    where l."memberId" = ${memberId} and l.stands and e.id = l."entryId"`.execute(db)

/** Subtracts the member's kisses from news. Locks the news in the order that all transactions use. */
const subtractKisses = (db: DatabaseTransaction, memberId: string) =>
  sql`
    update news n set kisses = kisses - 1 from (
      select id from news where id in (select "newsId" from news_kisses where "memberId" = ${memberId})
      order by id for no key update) kissed
    where n.id = kissed.id`.execute(db)

/**
 * Deletes a member's row, after correcting the counters of likes and kisses. Foreign keys delete the rows that refer to
 * it, or clear the reference.
 */
export async function deleteMember(db: DatabaseTransaction, memberId: string): Promise<void> {
  await subtractLikes(db, memberId)
  await subtractKisses(db, memberId)
  // Content of a purged member that decisions hid is never restored.
  await sql`update removals set content = '{}' where "authorId" = ${memberId}`.execute(db)
  await db.deleteFrom('members').where('id', '=', memberId).execute()
  await sql`
    delete from earlier_words
    where place = 'INVITE' and ("inviterId" = ${memberId} or "recipientId" = ${memberId})`.execute(db)
}
