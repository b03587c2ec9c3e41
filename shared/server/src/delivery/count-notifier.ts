import type { PushType, UnsignedPush } from '@app/contract/pushes'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { runEach } from '../redis/commands.ts'
import type { RedisClient } from '../redis/connections.ts'
import { countChatsByMember } from './chat-counts.ts'
import { countGroupsByMember } from './group-counts.ts'
import { publish } from './pushes.ts'

type Dependencies = { pool: pg.Pool; db: Database; redis: RedisClient; log: Logger }

type CountKind = {
  /** The types of pushes that may change a member's counts. */
  triggers: ReadonlySet<PushType>
  /** Counts for these members, and returns each member's id with the push of the counts. */
  createPushes: (deps: Dependencies, memberIds: string[]) => Promise<[string, UnsignedPush][]>
}

const CHATS: CountKind = {
  triggers: new Set<PushType>([
    'chat:message',
    'chat:message-deleted',
    'chat:read',
    'chat:changed',
    'invite:new',
    'invite:answered',
  ]),
  createPushes: async ({ pool }, memberIds) =>
    [...(await countChatsByMember(pool, memberIds))].map(([memberId, count]) => [
      memberId,
      { type: 'chat:count', count },
    ]),
}

const GROUPS: CountKind = {
  triggers: new Set<PushType>(['group:message', 'group:message-changed', 'group:changed', 'group:invite']),
  createPushes: async (deps, memberIds) =>
    [...(await countGroupsByMember(deps, memberIds))].map(([memberId, count]) => [
      memberId,
      { type: 'group:count', count },
    ]),
}

/** The shortest interval between two pushes of the same counts to a member. */
const PUSH_INTERVAL_MIN_MS = 1_000
/** All members whose counts change within this time are counted by one statement. */
const BATCH_DELAY_MS = 50

type KindNotifier = { enqueue: (memberIds: string[]) => void; close: () => void }

function createKindNotifier(deps: Dependencies, name: string, { createPushes }: CountKind): KindNotifier {
  const { redis, log } = deps
  let pending = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  function schedule(delayMs: number, task: () => void): void {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      task()
    }, delayMs)
    timers.add(timer)
  }

  /** Returns the members to whom no process has sent these counts within the interval, and claims them for this one. */
  async function claim(memberIds: string[]): Promise<string[]> {
    const results = await runEach(
      redis,
      memberIds.map((memberId) => ['set', `${name}-count:${memberId}`, '1', 'PX', PUSH_INTERVAL_MIN_MS, 'NX']),
    )
    return memberIds.filter((_, index) => results[index]?.[1] === 'OK')
  }

  /** Notifies these members after the interval, when they can be claimed again. */
  const retry = (memberIds: string[]): void => schedule(PUSH_INTERVAL_MIN_MS, () => enqueue(memberIds))

  async function notify(memberIds: string[]): Promise<void> {
    const claimed = new Set(await claim(memberIds))
    const throttled = memberIds.filter((memberId) => !claimed.has(memberId))
    if (throttled.length > 0) retry(throttled)
    if (claimed.size === 0) return
    const pushes = await createPushes(deps, [...claimed])
    await publish(
      redis,
      pushes.map(([memberId, push]) => ({ to: [memberId], push })),
    )
  }

  /** Notifies the pending members. Retries if that fails, because no other push may follow. */
  function notifyPending(): void {
    const memberIds = [...pending]
    pending = new Set()
    notify(memberIds).catch((error: unknown) => {
      if (isClosed) return
      log.warn({ err: error }, 'failed to push counts')
      retry(memberIds)
    })
  }

  function enqueue(memberIds: string[]): void {
    if (pending.size === 0 && memberIds.length > 0) schedule(BATCH_DELAY_MS, notifyPending)
    for (const memberId of memberIds) pending.add(memberId)
  }

  return {
    enqueue,
    close: () => {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

export type CountNotifier = {
  /** Called after a push of this type was published to these members. */
  onPublished: (type: PushType, memberIds: string[]) => void
  close: () => void
}

/**
 * Creates the notifier that pushes the latest `chat:count` and `group:count` to members whose counts may have changed,
 * at most once a second per member.
 */
export function createCountNotifier(deps: Dependencies): CountNotifier {
  const kinds = Object.entries({ chat: CHATS, group: GROUPS }).map(([name, kind]) => ({
    triggers: kind.triggers,
    notifier: createKindNotifier(deps, name, kind),
  }))
  return {
    onPublished(type, memberIds) {
      for (const { triggers, notifier } of kinds) if (triggers.has(type)) notifier.enqueue(memberIds)
    },
    close() {
      for (const { notifier } of kinds) notifier.close()
    },
  }
}
