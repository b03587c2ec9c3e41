import type { MemberTx } from '@app/server/delivery/transact'
import { sql } from 'kysely'
import { listViewsOfChats } from './summaries.ts'

/** The limit on pushed chats, the most recently changed ones; clients load the others when a member opens them. */
const NOTIFIED_CHATS_MAX = 200

/**
 * Increments the versions of the caller's most recently changed chats, and returns their ids. Locks the chats in id
 * order to avoid deadlocks.
 */
async function incrementVersions(tx: MemberTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with notified as materialized (
      select id from chats where id in (
        select c.id from chat_members partner join chats c on c.id = partner."chatId"
        where partner."otherId" = ${tx.member.accountId} and partner.folder <> 'GONE'
          and not c."creatorIgnores" and not c."invitedIgnores"
        order by partner."lastUpdate" desc limit ${NOTIFIED_CHATS_MAX})
      order by id for update)
    update chats set version = version + (state <> 'INVITED')::int
    from notified where chats.id = notified.id
    returning chats.id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** Pushes the current state of the caller's chats to the other participants, for example after a name change. */
export async function notifyChatPartners(tx: MemberTx): Promise<void> {
  const chatIds = await incrementVersions(tx)
  for (const { memberId, chat } of await listViewsOfChats(tx.db, chatIds, tx.now()))
    tx.notify([memberId], { type: 'chat:changed', chatId: chat.chatId, chat })
}
