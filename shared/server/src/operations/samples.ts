import { OPERATIONS_SAMPLE_INTERVAL } from '@app/contract/limits'
import { type RedisCommand, runAll } from '../redis/commands.ts'
import type { RedisClient } from '../redis/connections.ts'

/** The time for which Redis keeps the samples of hubs and workers, until a worker stores them in the database. */
const RETENTION_MS = 10 * OPERATIONS_SAMPLE_INTERVAL

/** Returns the minute of an instant, as its beginning. */
export const startOfMinute = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / OPERATIONS_SAMPLE_INTERVAL) * OPERATIONS_SAMPLE_INTERVAL)

type SampleKind = 'members' | 'lags' | 'mails'

const keyOf = (minute: Date, kind: SampleKind): string => `operations:${minute.getTime()}:${kind}`

/** The upper bounds of the lag histogram's buckets, in milliseconds. */
export const LAG_BUCKETS = [
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

/** Returns the index of the bucket for a lag in milliseconds. */
export const findLagBucket = (lagMs: number): number => LAG_BUCKETS.findIndex((upperBound) => lagMs <= upperBound)

const MAIL_OUTCOMES = ['taken', 'refused'] as const

/** Records under a single key, so that it takes one round trip to one node. */
async function record(redis: RedisClient, minute: Date, kind: SampleKind, commands: (key: string) => RedisCommand[]) {
  const key = keyOf(minute, kind)
  await runAll(redis, [...commands(key), ['pexpire', key, RETENTION_MS]])
}

/**
 * Records that these members are connected; without any, that a hub has reported. The stored value gives their number,
 * but not their ids.
 */
export const recordMembers = (redis: RedisClient, minute: Date, memberIds: string[]): Promise<void> =>
  record(redis, minute, 'members', (key) => [['pfadd', key, ...memberIds]])

/** Adds the number of pushes in each bucket of `LAG_BUCKETS`. */
export const recordLags = (redis: RedisClient, minute: Date, counts: number[]): Promise<void> =>
  record(redis, minute, 'lags', (key) =>
    counts.flatMap((count, bucket) => (count > 0 ? [['hincrby', key, String(LAG_BUCKETS[bucket]), count]] : [])),
  )

/** Records whether a mail server accepted or rejected an email. */
export const recordMail = (redis: RedisClient, minute: Date, outcome: (typeof MAIL_OUTCOMES)[number]): Promise<void> =>
  record(redis, minute, 'mails', (key) => [['hincrby', key, outcome, 1]])

/** Returns a percentile of the lag; null without pushes. Assumes that pushes are spread evenly within a bucket. */
export function percentile(counts: number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let remaining = total * share
  for (const [bucket, count] of counts.entries()) {
    const lowerBound = LAG_BUCKETS[bucket - 1] ?? 0
    const upperBound = LAG_BUCKETS[bucket] ?? lowerBound
    if (count > 0 && remaining <= count)
      return Number.isFinite(upperBound) ? lowerBound + (upperBound - lowerBound) * (remaining / count) : lowerBound
    remaining -= count
  }
  return null
}

export type MinuteSample = {
  membersOnline: number | null
  pushes: number | null
  pushLagP50: number | null
  pushLagP99: number | null
  mailsTaken: number
  mailsRefused: number
}

const toNumbers = (values: unknown): number[] => (values as (string | null)[]).map(Number)

/**
 * Reads the samples of all processes for a minute. Without a report of a hub, the number of connected members is
 * unknown.
 */
export async function readSample(redis: RedisClient, minute: Date): Promise<MinuteSample> {
  const members = keyOf(minute, 'members')
  const [hasMembers, online, lags, mails] = await runAll(redis, [
    ['exists', members],
    ['pfcount', members],
    ['hmget', keyOf(minute, 'lags'), ...LAG_BUCKETS.map(String)],
    ['hmget', keyOf(minute, 'mails'), ...MAIL_OUTCOMES],
  ])
  const counts = toNumbers(lags)
  const [mailsTaken = 0, mailsRefused = 0] = toNumbers(mails)
  return {
    membersOnline: hasMembers === 1 ? Number(online) : null,
    pushes: hasMembers === 1 ? counts.reduce((sum, count) => sum + count, 0) : null,
    pushLagP50: percentile(counts, 0.5),
    pushLagP99: percentile(counts, 0.99),
    mailsTaken,
    mailsRefused,
  }
}
