import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { Tx } from '@app/server/delivery/transact'
import { dropAnswersOfMember } from '@app/server/events/seats'
import { sql } from 'kysely'

/** Lists members who were deleted at this time or earlier. */
export async function listDeleted(
  db: Database,
  deletedBefore: Date,
  limit: number,
  except: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from members where "deletedAt" <= ${deletedBefore} and id <> all(${except}::bigint[])
    order by "deletedAt", id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes a batch of messages in the member's chats, which no member can read anymore. Returns their number. */
export async function deleteMessages(db: Database, memberId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from chat_messages where id in (
      select m.id from chats c join chat_messages m on m."chatId" = c.id
      where c."creatorId" = ${memberId} or c."invitedId" = ${memberId} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Locks a member who may be purged, and returns the key of the email address. */
export const lockDeleted = (db: DatabaseTransaction, memberId: string, deletedBefore: Date) =>
  db
    .selectFrom('members')
    .select('emailKey')
    .where('id', '=', memberId)
    .where('deletedAt', '<=', deletedBefore.toISOString())
    .forUpdate()
    .executeTakeFirst()

/**
 * Marks the files of the member and of their chats for removal; their rows outlive the member until the files are gone.
 */
export async function removeFiles(db: DatabaseTransaction, memberId: string, now: Date): Promise<void> {
  await sql`
    update media set state = 'REMOVED', "dueAt" = ${now}
    where "ownerId" = ${memberId}
      or "chatId" in (select id from chats where "creatorId" = ${memberId} or "invitedId" = ${memberId})`.execute(db)
  await db.updateTable('exports').set({ state: 'REMOVED' }).where('memberId', '=', memberId).execute()
}

/** Deletes the emails, the tokens and the dead-address mark of an email address. */
export async function deleteMailsOf(db: DatabaseTransaction, emailKey: string): Promise<void> {
  await sql`delete from mails where lower(address) = ${emailKey}`.execute(db)
  await sql`delete from local_inbox where lower("to") = ${emailKey}`.execute(db)
  await db.deleteFrom('mail_tokens').where('addressKey', '=', emailKey).execute()
  await db.deleteFrom('dead_addresses').where('addressKey', '=', emailKey).execute()
}

/** Deletes the member's events and answers, and keeps the counters of other events correct. */
export async function deleteEventsOf(tx: Tx, memberId: string): Promise<void> {
  await dropAnswersOfMember(tx, { memberId, includePast: true })
  await tx.db.deleteFrom('events').where('authorId', '=', memberId).execute()
}

/** Subtracts the member's likes from the entries of others. */
const revertLikes = (db: DatabaseTransaction, memberId: string) =>
  sql`
    update movie_entries e set likes = likes - 1 from movie_likes l
    where l."memberId" = ${memberId} and l.stands and e.id = l."entryId"`.execute(db)

/** Subtracts the member's kisses from news, and locks the news in the order that all transactions use. */
const revertKisses = (db: DatabaseTransaction, memberId: string) =>
  sql`
    update news n set kisses = kisses - 1 from (
      select id from news where id in (select "newsId" from news_kisses where "memberId" = ${memberId})
      order by id for no key update) kissed
    where n.id = kissed.id`.execute(db)

export async function deleteMember(db: DatabaseTransaction, memberId: string): Promise<void> {
  await revertLikes(db, memberId)
  await revertKisses(db, memberId)
  await db.deleteFrom('members').where('id', '=', memberId).execute()
}
