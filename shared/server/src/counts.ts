import type { Push, PushType } from '@app/contract/pushes'
import type { Logger } from 'pino'
import { countChatsOf } from './chat-counts.ts'
import type { Ctx } from './context.ts'
import { countGroupsOf } from './group-counts.ts'
import { publish } from './pushes.ts'
import type { RedisClient } from './redis.ts'
import { runEach } from './redis-commands.ts'

type Parts = Pick<Ctx, 'pool' | 'db'> & { redis: RedisClient; log: Logger }

type Kind = {
  /** The pushes after which a member's counts may read differently. */
  after: ReadonlySet<PushType>
  /** What is told to each of these members. */
  count: (parts: Parts, memberIds: string[]) => Promise<[string, Push][]>
}

const CHATS: Kind = {
  after: new Set<PushType>([
    'chat:message',
    'chat:message-deleted',
    'chat:read',
    'chat:changed',
    'invite:new',
    'invite:answered',
  ]),
  count: async ({ pool }, memberIds) =>
    [...(await countChatsOf(pool, memberIds))].map(([memberId, count]) => [memberId, { type: 'chat:count', count }]),
}

const GROUPS: Kind = {
  after: new Set<PushType>(['group:message', 'group:message-changed', 'group:changed', 'group:invite']),
  count: async (parts, memberIds) =>
    [...(await countGroupsOf(parts, memberIds))].map(([memberId, count]) => [memberId, { type: 'group:count', count }]),
}

/** A member hears new numbers of a kind at most this often. */
const SPACING = 1_000
/** Members whose numbers change within this time are counted with one statement. */
const GATHERING = 50

type Teller = { touch: (memberIds: string[]) => void; close: () => void }

function createTeller(parts: Parts, name: string, { count }: Kind): Teller {
  const { redis, log } = parts
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
    const results = await runEach(
      redis,
      memberIds.map((memberId) => ['set', `${name}-count:${memberId}`, '1', 'PX', SPACING, 'NX']),
    )
    return memberIds.filter((_, index) => results[index]?.[1] === 'OK')
  }

  async function tell(): Promise<void> {
    const memberIds = [...gathered]
    gathered = new Set()
    const claimed = new Set(await claim(memberIds))
    const early = memberIds.filter((memberId) => !claimed.has(memberId))
    if (early.length > 0) after(SPACING, () => touch(early))
    if (claimed.size === 0) return
    const counts = await count(parts, [...claimed])
    await publish(
      redis,
      counts.map(([memberId, push]) => ({ to: [memberId], push })),
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

export type Counts = {
  /** This push has reached these members. */
  touch: (type: PushType, memberIds: string[]) => void
  close: () => void
}

/** Pushes `chat:count` and `group:count` to members whose counts have changed: the newest numbers, at most once a second to a member. */
export function createCounts(parts: Parts): Counts {
  const kinds = Object.entries({ chat: CHATS, group: GROUPS }).map(([name, kind]) => ({
    after: kind.after,
    teller: createTeller(parts, name, kind),
  }))
  return {
    touch(type, memberIds) {
      for (const { after, teller } of kinds) if (after.has(type)) teller.touch(memberIds)
    },
    close() {
      for (const { teller } of kinds) teller.close()
    },
  }
}
