import type { ChatCount } from '@app/contract/chats'
import type pg from 'pg'

const COUNT_CHATS = `
  select member.id::text as "memberId",
    (select count(*) from chat_members where "memberId" = member.id and folder = 'CHATS' and unread > 0)::int as chats,
    (select coalesce(sum(unread), 0) from chat_members
      where "memberId" = member.id and folder = 'CHATS' and unread > 0)::int as messages,
    (select count(*) from chat_members own join chats on chats.id = own."chatId"
      where own."memberId" = member.id and own.folder = 'INVITES'
        and not chats."creatorIgnores" and not chats."invitedIgnores")::int as invites
  from unnest($1::bigint[]) member(id)`

/** Returns each member's numbers of chats with unread messages, unread messages, and unanswered invites. */
export async function countChatsByMember(pool: pg.Pool, memberIds: string[]): Promise<Map<string, ChatCount>> {
  const { rows } = await pool.query<ChatCount & { memberId: string }>({
    name: 'count-chats',
    text: COUNT_CHATS,
    values: [memberIds],
  })
  return new Map(rows.map(({ memberId, ...count }) => [memberId, count]))
}

/** Returns the same numbers for one member. */
export async function countChats(pool: pg.Pool, memberId: string): Promise<ChatCount> {
  return (await countChatsByMember(pool, [memberId])).get(memberId) ?? { chats: 0, messages: 0, invites: 0 }
}
