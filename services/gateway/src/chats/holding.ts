import type { DatabaseTransaction } from '@app/server/db/database'
import type { Tx } from '@app/server/delivery/transact'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'
import { listViewsOfChats } from './summaries.ts'

const isParticipant = (memberId: string) => sql`(chats."creatorId" = ${memberId} or chats."invitedId" = ${memberId})`

/** Locks the member's chats in id order, so that concurrent transactions cannot deadlock. */
const lockChatsOfMember = (db: DatabaseTransaction, memberId: string) =>
  sql`select id from chats where ${isParticipant(memberId)} order by id for update`.execute(db)

/** Closes the chats of a member who is no longer visible, and removes them from the lists of the other participants. */
export async function holdChats(tx: Tx, memberId: string): Promise<void> {
  await lockChatsOfMember(tx.db, memberId)
  await sql`
    update chats set "heldState" = state, state = 'ENDED'
    where ${isParticipant(memberId)} and state <> 'ENDED'`.execute(tx.db)
  const { rows } = await sql<{ chatId: string; memberId: string }>`
    update chat_members set "heldFolder" = folder, folder = 'GONE'
    where "otherId" = ${memberId} and folder <> 'GONE'
    returning "chatId", "memberId"`.execute(tx.db)
  for (const row of rows) tx.notify([row.memberId], { type: 'chat:changed', chatId: row.chatId, chat: null })
}

/**
 * Reverses `holdChats`. A chat whose other participant is also not visible stays closed until that participant is
 * restored.
 */
export async function restoreChats(tx: Tx, memberId: string): Promise<void> {
  await lockChatsOfMember(tx.db, memberId)
  await sql`
    update chats set state = "heldState", "heldState" = null, version = version + ("heldState" = 'OPEN')::int
    where ${isParticipant(memberId)} and "heldState" is not null and not exists (
      select from members where id in (chats."creatorId", chats."invitedId") and not ${sql.raw(isVisibleMember('members'))})`.execute(
    tx.db,
  )
  const { rows } = await sql<{ chatId: string }>`
    update chat_members set folder = "heldFolder", "heldFolder" = null
    where "otherId" = ${memberId} and "heldFolder" is not null
    returning "chatId"`.execute(tx.db)
  const chatIds = rows.map(({ chatId }) => chatId)
  for (const view of await listViewsOfChats(tx.db, chatIds, tx.now()))
    if (view.memberId !== memberId)
      tx.notify([view.memberId], { type: 'chat:changed', chatId: view.chat.chatId, chat: view.chat })
}
