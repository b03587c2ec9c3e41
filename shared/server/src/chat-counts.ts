import type { ChatCount } from '@app/contract/chats'
import type { Redis } from 'ioredis'
import type pg from 'pg'
import type { Logger } from 'pino'
import { publish } from './pushes.ts'

const COUNT = `
  select who.id::text as "memberId",
    (select count(*) from chat_members where "memberId" = who.id and folder = 'CHATS' and unread > 0)::int as chats,
    (select coalesce(sum(unread), 0) from chat_members where "memberId" = who.id and folder = 'CHATS' and unread > 0)::int as messages,
    (select count(*) from chat_members box join chats on chats.id = box."chatId"
      where box."memberId" = who.id and box.folder = 'INVITES'
        and not chats."creatorIgnores" and not chats."invitedIgnores")::int as invites
  from unnest($1::bigint[]) who(id)`

/** Stored numbers added up: chats with unread messages, unread messages, and invites that wait for an answer. */
async function countAll(pool: pg.Pool, memberIds: string[]): Promise<Map<string, ChatCount>> {
  const { rows } = await pool.query<ChatCount & { memberId: string }>({
    name: 'count-chats',
    text: COUNT,
    values: [memberIds],
  })
  return new Map(rows.map(({ memberId, chats, messages, invites }) => [memberId, { chats, messages, invites }]))
}

export async function countChats(pool: pg.Pool, memberId: string): Promise<ChatCount> {
  return (await countAll(pool, [memberId])).get(memberId) ?? { chats: 0, messages: 0, invites: 0 }
}

export type ChatCounts = { touch: (memberIds: string[]) => void; close: () => void }

/** A member hears new numbers at most this often. */
const SPACING = 1_000
/** Members whose numbers change within this time are counted with one statement. */
const GATHERING = 50

/** Pushes `chat:count` to members whose counts have changed: the newest numbers, at most once a second to a member. */
export function createChatCounts({ pool, redis, log }: { pool: pg.Pool; redis: Redis; log: Logger }): ChatCounts {
  let gathered = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()

  function after(pause: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, pause)
    timers.add(timer)
  }

  /** Those who have not been told within the last second, by whichever process. */
  async function claim(memberIds: string[]): Promise<string[]> {
    const pipeline = redis.pipeline()
    for (const memberId of memberIds) pipeline.set(`chat-count:${memberId}`, '1', 'PX', SPACING, 'NX')
    const results = (await pipeline.exec()) ?? []
    return memberIds.filter((_, index) => results[index]?.[1] === 'OK')
  }

  async function tell(): Promise<void> {
    const memberIds = [...gathered]
    gathered = new Set()
    const claimed = new Set(await claim(memberIds))
    const early = memberIds.filter((memberId) => !claimed.has(memberId))
    if (early.length > 0) after(SPACING, () => touch(early))
    if (claimed.size === 0) return
    const counts = await countAll(pool, [...claimed])
    await publish(
      redis,
      [...counts].map(([memberId, count]) => ({ to: [memberId], push: { type: 'chat:count', count } })),
    )
  }

  function touch(memberIds: string[]): void {
    if (gathered.size === 0 && memberIds.length > 0) {
      after(GATHERING, () => {
        tell().catch((error: unknown) => log.warn({ err: error }, 'counts could not be pushed'))
      })
    }
    for (const memberId of memberIds) gathered.add(memberId)
  }

  return {
    touch,
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
