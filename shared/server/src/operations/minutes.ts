import { OPERATIONS_STEP } from '@app/contract/limits'
import type { RedisClient } from '../redis.ts'
import { type RedisCommand, runAll } from '../redis-commands.ts'

/** What hubs and workers note in Redis about a minute waits so long for whoever writes it down. */
const KEPT = 10 * OPERATIONS_STEP

/** The minute that an instant lies in, named by its beginning. */
export const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / OPERATIONS_STEP) * OPERATIONS_STEP)

type Noted = 'members' | 'lags' | 'mails'

const keyOf = (minute: Date, noted: Noted): string => `operations:${minute.getTime()}:${noted}`

/** Up to how many milliseconds a push took, told apart. */
export const LAG_EDGES = [
  1,
  2,
  3,
  5,
  7,
  10,
  15,
  20,
  30,
  50,
  75,
  100,
  150,
  200,
  300,
  500,
  750,
  1_000,
  1_500,
  2_000,
  3_000,
  5_000,
  10_000,
  30_000,
  60_000,
  Number.POSITIVE_INFINITY,
]

/** Where pushes that took so long are counted. */
export const placeOfLag = (lag: number): number => LAG_EDGES.findIndex((edge) => lag <= edge)

const MAILS = ['taken', 'refused'] as const

/** All at one key, so that it is one trip to one node. */
async function note(redis: RedisClient, minute: Date, noted: Noted, commands: (key: string) => RedisCommand[]) {
  const key = keyOf(minute, noted)
  await runAll(redis, [...commands(key), ['pexpire', key, KEPT]])
}

/** These members are connected. Without any it notes that somebody has looked. What is kept tells how many, and not who. */
export const noteMembers = (redis: RedisClient, minute: Date, memberIds: string[]): Promise<void> =>
  note(redis, minute, 'members', (key) => [['pfadd', key, ...memberIds]])

/** So many pushes in each place of `LAG_EDGES`. */
export const noteLags = (redis: RedisClient, minute: Date, counts: number[]): Promise<void> =>
  note(redis, minute, 'lags', (key) =>
    counts.flatMap((count, place) => (count > 0 ? [['hincrby', key, String(LAG_EDGES[place]), count]] : [])),
  )

/** What a mail server said. */
export const noteMail = (redis: RedisClient, minute: Date, said: (typeof MAILS)[number]): Promise<void> =>
  note(redis, minute, 'mails', (key) => [['hincrby', key, said, 1]])

/** Within a place pushes are taken to be spread evenly. Null without any. */
export function percentile(counts: number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let left = total * share
  for (const [place, count] of counts.entries()) {
    const from = LAG_EDGES[place - 1] ?? 0
    const to = LAG_EDGES[place] ?? from
    if (count > 0 && left <= count) return Number.isFinite(to) ? from + (to - from) * (left / count) : from
    left -= count
  }
  return null
}

export type Noticed = {
  membersOnline: number | null
  pushes: number | null
  pushLagP50: number | null
  pushLagP99: number | null
  mailsTaken: number
  mailsRefused: number
}

const asNumbers = (values: unknown): number[] => (values as (string | null)[]).map(Number)

/** What all of them have noted about a minute. Where no hub has, nobody knows who was connected. */
export async function readMinute(redis: RedisClient, minute: Date): Promise<Noticed> {
  const members = keyOf(minute, 'members')
  const [known, online, lags, mails] = await runAll(redis, [
    ['exists', members],
    ['pfcount', members],
    ['hmget', keyOf(minute, 'lags'), ...LAG_EDGES.map(String)],
    ['hmget', keyOf(minute, 'mails'), ...MAILS],
  ])
  const counts = asNumbers(lags)
  const [mailsTaken = 0, mailsRefused = 0] = asNumbers(mails)
  return {
    membersOnline: known === 1 ? Number(online) : null,
    pushes: known === 1 ? counts.reduce((sum, count) => sum + count, 0) : null,
    pushLagP50: percentile(counts, 0.5),
    pushLagP99: percentile(counts, 0.99),
    mailsTaken,
    mailsRefused,
  }
}
