import type { MemberTx } from '@app/server/delivery/transact'
import { sql } from 'kysely'
import { listViewsOfChats } from './summaries.ts'

/**
 * The maximum number of chats that are pushed, the most recently changed first; clients load others when a member opens
 * them.
 */
const NOTIFIED_CHATS_MAX = 200

/**
 * Locks the caller's most recently changed chats in id order, which avoids deadlocks, and returns their ids. Increments
 * their versions, except those of invites. Omits chats of blocked pairs, and chats that the partner has left or keeps
 * after a block. Includes declined invites, because a missing push would reveal the decline to the inviter.
 */
async function incrementVersions(tx: MemberTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with notified as materialized (
      select id from chats where id in (
        select c.id from chat_members partner join chats c on c.id = partner."chatId"
        where partner."otherId" = ${tx.member.accountId} and (partner.folder not in ('GONE', 'KEPT') or c.state = 'INVITED')
          and not c."creatorIgnores" and not c."invitedIgnores"
        order by partner."lastUpdate" desc limit ${NOTIFIED_CHATS_MAX})
      order by id for update)
    update chats set version = version + (state <> 'INVITED')::int
    from notified where chats.id = notified.id
    returning chats.id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** Pushes the current state of the caller's chats to both participants after a change to the caller's name. */
export async function notifyChatPartners(tx: MemberTx): Promise<void> {
  const chatIds = await incrementVersions(tx)
  for (const { memberId, chat } of await listViewsOfChats(tx.db, chatIds, tx.now()))
    tx.notify([memberId], { type: 'chat:changed', chatId: chat.chatId, chat })
}
