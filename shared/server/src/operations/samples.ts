import { OPERATIONS_SAMPLE_INTERVAL_MS } from '@app/contract/limits'
import { type RedisCommand, runAll } from '../redis/commands.ts'
import type { RedisClient } from '../redis/connections.ts'

/**
 * The time for which Redis keeps samples of hubs and workers; a worker copies them to the database long before they
 * expire.
 */
const RETENTION_MS = 10 * OPERATIONS_SAMPLE_INTERVAL_MS

/** Returns the beginning of the minute that contains a time. */
export const startOfMinute = (time: Date): Date =>
  new Date(Math.floor(time.getTime() / OPERATIONS_SAMPLE_INTERVAL_MS) * OPERATIONS_SAMPLE_INTERVAL_MS)

type SampleKind = 'members' | 'lags' | 'mails'

const getKey = (minute: Date, kind: SampleKind): string => `operations:${minute.getTime()}:${kind}`

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

/** Runs commands on the key of a sample, and renews its expiry, in one round trip. */
async function record(
  redis: RedisClient,
  minute: Date,
  kind: SampleKind,
  createCommands: (key: string) => RedisCommand[],
) {
  const key = getKey(minute, kind)
  await runAll(redis, [...createCommands(key), ['pexpire', key, RETENTION_MS]])
}

/**
 * Records that these members are connected to a hub. An empty list also counts as a report. Redis stores only a
 * HyperLogLog: it counts the members without storing their ids.
 */
export const recordMembers = (redis: RedisClient, minute: Date, memberIds: string[]): Promise<void> =>
  record(redis, minute, 'members', (key) => [['pfadd', key, ...memberIds]])

/** Adds a hub's number of pushes in each bucket of `LAG_BUCKETS`. */
export const recordLags = (redis: RedisClient, minute: Date, counts: number[]): Promise<void> =>
  record(redis, minute, 'lags', (key) =>
    counts.flatMap((count, bucket) => (count > 0 ? [['hincrby', key, String(LAG_BUCKETS[bucket]), count]] : [])),
  )

/** Records whether a mail server accepted or rejected an email. */
export const recordMail = (redis: RedisClient, minute: Date, outcome: (typeof MAIL_OUTCOMES)[number]): Promise<void> =>
  record(redis, minute, 'mails', (key) => [['hincrby', key, outcome, 1]])

/**
 * Returns a quantile of the lag in milliseconds, null without pushes: `quantile` is 0.5 for the median. Assumes that
 * pushes are spread evenly within a bucket; the last one, which has no upper bound, counts as its lower bound.
 */
export function computeLagQuantile(counts: number[], quantile: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let remaining = total * quantile
  for (const [bucket, count] of counts.entries()) {
    const lowerBound = LAG_BUCKETS[bucket - 1] ?? 0
    const upperBound = LAG_BUCKETS[bucket] ?? lowerBound
    if (count > 0 && remaining <= count)
      return Number.isFinite(upperBound) ? lowerBound + (upperBound - lowerBound) * (remaining / count) : lowerBound
    remaining -= count
  }
  return null
}

/** The metrics of all processes for one minute; lags in milliseconds. */
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
 * Reads the samples of all processes for a minute. If no hub has reported, the numbers of connected members and of
 * pushes are null.
 */
export async function readSample(redis: RedisClient, minute: Date): Promise<MinuteSample> {
  const members = getKey(minute, 'members')
  const [hasMembers, online, lags, mails] = await runAll(redis, [
    ['exists', members],
    ['pfcount', members],
    ['hmget', getKey(minute, 'lags'), ...LAG_BUCKETS.map(String)],
    ['hmget', getKey(minute, 'mails'), ...MAIL_OUTCOMES],
  ])
  const counts = toNumbers(lags)
  const [mailsTaken = 0, mailsRefused = 0] = toNumbers(mails)
  return {
    membersOnline: hasMembers === 1 ? Number(online) : null,
    pushes: hasMembers === 1 ? counts.reduce((sum, count) => sum + count, 0) : null,
    pushLagP50: computeLagQuantile(counts, 0.5),
    pushLagP99: computeLagQuantile(counts, 0.99),
    mailsTaken,
    mailsRefused,
  }
}
