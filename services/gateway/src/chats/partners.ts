import type { MemberTx } from '@app/server/transact'
import { sql } from 'kysely'
import { listViewsOfAll } from './summaries.ts'

/** So many of the chats that changed last are told of; the others are read afresh when somebody comes to them. */
const NOTIFIED_CHATS_MAX = 200

/** The next number for each of the member's chats that others may hear about. Locked in one order, so that none waits in a circle. */
async function incrementVersions(tx: MemberTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with told as materialized (
      select id from chats where id in (
        select c.id from chat_members theirs join chats c on c.id = theirs."chatId"
        where theirs."otherId" = ${tx.member.accountId} and theirs.folder <> 'GONE'
          and not c."creatorIgnores" and not c."invitedIgnores"
        order by theirs."lastUpdate" desc limit ${NOTIFIED_CHATS_MAX})
      order by id for update)
    update chats set version = version + (state <> 'INVITED')::int
    from told where chats.id = told.id
    returning chats.id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** Those who have a chat with the member see it as it is now: under another name, for instance. */
export async function notifyPartners(tx: MemberTx): Promise<void> {
  const chatIds = await incrementVersions(tx)
  for (const { memberId, chat } of await listViewsOfAll(tx.db, chatIds, tx.now()))
    tx.notify([memberId], { type: 'chat:changed', chatId: chat.chatId, chat })
}
