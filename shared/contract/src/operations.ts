import * as z from 'zod/mini'
import { Instant } from './base.ts'

/** The time range of the operator's charts. */
export const OperationsRange = z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH'])
export type OperationsRange = z.infer<typeof OperationsRange>

export const OperationsQuery = z.object({ range: z._default(z.optional(OperationsRange), 'DAY') })
export type OperationsQuery = z.infer<typeof OperationsQuery>

/** One value for each time in `at`; null if none was measured. */
const Series = z.array(z.nullable(z.number()))

/**
 * Time series, oldest first, with one point every `stepSeconds`. A point is the maximum of the minutes that it
 * covers; for `messages`, `pushes`, `mailsTaken` and `mailsRefused` it is their mean, for `photoBytes` the size that
 * was counted last. Lag is the time in milliseconds from a commit until the hub writes the push to the sockets.
 */
export const OperationsHistory = z.object({
  stepSeconds: z.int(),
  at: z.array(Instant),
  membersOnline: Series,
  messages: Series,
  pushes: Series,
  pushLagP50: Series,
  pushLagP99: Series,
  jobsWaiting: Series,
  oldestJobSeconds: Series,
  jobsFailed: Series,
  mailsTaken: Series,
  mailsRefused: Series,
  databaseBytes: Series,
  redisBytes: Series,
  photoBytes: Series,
})
export type OperationsHistory = z.infer<typeof OperationsHistory>

export const QueueName = z.enum([
  'mail',
  'photos',
  'exports',
  'decks',
  'digests',
  'events',
  'upkeep',
  'safety',
  'notifications',
])
export type QueueName = z.infer<typeof QueueName>

/** The current number of jobs in a queue by state, and how long the next one has waited. */
export const QueueSnapshot = z.object({
  queue: QueueName,
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
  failed: z.int(),
  oldestSeconds: z.number(),
  /** The queue runs no job until an operator resumes it. */
  paused: z.boolean(),
})
export type QueueSnapshot = z.infer<typeof QueueSnapshot>

/** The values of the last measured minute, in the units of `OperationsHistory`. */
export const OperationsMinute = z.object({
  at: Instant,
  membersOnline: z.nullable(z.int()),
  messages: z.number(),
  pushes: z.nullable(z.int()),
  pushLagP50: z.nullable(z.number()),
  pushLagP99: z.nullable(z.number()),
  mailsTaken: z.nullable(z.int()),
  mailsRefused: z.nullable(z.int()),
  databaseBytes: z.int(),
  redisBytes: z.nullable(z.int()),
  /** The memory limit of Redis; null if it has none or is unreachable. */
  redisBytesMax: z.nullable(z.int()),
})
export type OperationsMinute = z.infer<typeof OperationsMinute>

export const Operations = z.object({
  /** The gateway's current time, for calculating ages. */
  now: Instant,
  /** Null until the first minute has been measured. */
  minute: z.nullable(OperationsMinute),
  /** Null while Redis, which holds the queues, is unreachable. */
  queues: z.nullable(z.array(QueueSnapshot)),
  /** Pushes and jobs that the outbox has not sent yet. */
  outbox: z.object({ rows: z.int(), oldestSeconds: z.number() }),
  /** The contents of the photo store, counted a few times a day; null until the first count. */
  photoStore: z.nullable(z.object({ at: Instant, files: z.int(), bytes: z.int() })),
  history: OperationsHistory,
})
export type Operations = z.infer<typeof Operations>

/** A job that failed in its last attempt. `reason` is the beginning of its error, with personal data masked. */
export const FailedJob = z.object({
  queue: QueueName,
  id: z.string(),
  name: z.string(),
  attempts: z.int(),
  reason: z.string(),
  failedAt: Instant,
  /** The id of the request that caused it. */
  requestId: z.nullable(z.string()),
})
export type FailedJob = z.infer<typeof FailedJob>

/** The newest failed jobs of each queue, newest first. */
export const FailedJobs = z.object({ jobs: z.array(FailedJob) })
export type FailedJobs = z.infer<typeof FailedJobs>

/** Retries one failed job of a queue, or all of them if `id` is omitted. */
export const RetryJobs = z.object({
  queue: QueueName,
  id: z.optional(z.string().check(z.regex(/^[\w:-]{1,128}$/, 'field.invalid'))),
})
export type RetryJobs = z.infer<typeof RetryJobs>

export const RetriedJobs = z.object({ retried: z.int() })
export type RetriedJobs = z.infer<typeof RetriedJobs>
