import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { dropAnswersOfMember } from '@app/server/events/seats'
import type { Tx } from '@app/server/transact'
import { sql } from 'kysely'

/** Who has been on the way out since then or longer. */
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

/** So many messages of the member's chats at a time; nobody reads them any more. Answers how many. */
export async function deleteMessages(db: Database, memberId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from chat_messages where id in (
      select m.id from chats c join chat_messages m on m."chatId" = c.id
      where c."creatorId" = ${memberId} or c."invitedId" = ${memberId} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Whose address it is, as long as the member may be purged. Keeps the row. */
export const lockDeleted = (db: DatabaseTransaction, memberId: string, deletedBefore: Date) =>
  db
    .selectFrom('members')
    .select('emailKey')
    .where('id', '=', memberId)
    .where('deletedAt', '<=', deletedBefore.toISOString())
    .forUpdate()
    .executeTakeFirst()

/** The files of the member, and those in their chats, are cleared away by their rows, which outlive the member for that. */
export async function removeFiles(db: DatabaseTransaction, memberId: string, now: Date): Promise<void> {
  await sql`
    update media set state = 'REMOVED', "dueAt" = ${now}
    where "ownerId" = ${memberId}
      or "chatId" in (select id from chats where "creatorId" = ${memberId} or "invitedId" = ${memberId})`.execute(db)
  await db.updateTable('exports').set({ state: 'REMOVED' }).where('memberId', '=', memberId).execute()
}

/** What was mailed to the address, and what is known of it. */
export async function deleteMailsOf(db: DatabaseTransaction, emailKey: string): Promise<void> {
  await sql`delete from mails where lower(address) = ${emailKey}`.execute(db)
  await sql`delete from local_inbox where lower("to") = ${emailKey}`.execute(db)
  await db.deleteFrom('mail_tokens').where('addressKey', '=', emailKey).execute()
  await db.deleteFrom('dead_addresses').where('addressKey', '=', emailKey).execute()
}

/** What the member has announced goes; other events keep the right numbers. */
export async function deleteEventsOf(tx: Tx, memberId: string): Promise<void> {
  await dropAnswersOfMember(tx, { memberId, includePast: true })
  await tx.db.deleteFrom('events').where('authorId', '=', memberId).execute()
}

/** The others' entries keep the right numbers. */
const revertLikes = (db: DatabaseTransaction, memberId: string) =>
  sql`
    update movie_entries e set likes = likes - 1 from movie_likes l
    where l."memberId" = ${memberId} and l.stands and e.id = l."entryId"`.execute(db)

/** What the team has published keeps the right numbers, too; held in the order in which others hold several. */
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
