import * as z from 'zod/mini'
import { Instant } from './base.ts'

/** How far back the operator looks. */
export const OperationsRange = z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH'])
export type OperationsRange = z.infer<typeof OperationsRange>

export const OperationsQuery = z.object({ range: z._default(z.optional(OperationsRange), 'DAY') })
export type OperationsQuery = z.infer<typeof OperationsQuery>

/** As long as `at` beside it; null where nothing was measured. */
const Series = z.array(z.nullable(z.number()))

/**
 * What was measured, oldest first, one point every `stepSeconds`. Of the minutes of a point it tells the highest, of
 * `messages`, `pushes`, `mailsTaken` and `mailsRefused` the mean a minute. Lag is milliseconds from a commit to the sockets.
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

export const QueueName = z.enum(['mail', 'photos', 'exports', 'decks', 'digests', 'events', 'upkeep'])
export type QueueName = z.infer<typeof QueueName>

/** Jobs of a queue at this moment, and how long the one that is next has waited. */
export const QueueSnapshot = z.object({
  queue: QueueName,
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
  failed: z.int(),
  oldestSeconds: z.number(),
  /** Nothing of it is worked on until an operator resumes it. */
  paused: z.boolean(),
})
export type QueueSnapshot = z.infer<typeof QueueSnapshot>

/** What the last minute that was measured says, in the units of the history. */
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
  /** What Redis may hold at most; null where it has no limit, or is away. */
  redisBytesMax: z.nullable(z.int()),
})
export type OperationsMinute = z.infer<typeof OperationsMinute>

export const Operations = z.object({
  /** The clock of the gateway, against which ages are told. */
  now: Instant,
  /** Null until a first minute has been measured. */
  minute: z.nullable(OperationsMinute),
  /** Null while Redis, which holds the queues, does not answer. */
  queues: z.nullable(z.array(QueueSnapshot)),
  /** Pushes and jobs that have not left the database yet. */
  outbox: z.object({ rows: z.int(), oldestSeconds: z.number() }),
  /** What lies in the photo store, counted a few times a day; null until the first time. */
  photoStore: z.nullable(z.object({ at: Instant, files: z.int(), bytes: z.int() })),
  history: OperationsHistory,
})
export type Operations = z.infer<typeof Operations>

/** A job that has been given up. `reason` is what it ended with, without addresses of anybody. */
export const FailedJob = z.object({
  queue: QueueName,
  id: z.string(),
  name: z.string(),
  attempts: z.int(),
  reason: z.string(),
  failedAt: Instant,
  /** The call that it came of. */
  requestId: z.nullable(z.string()),
})
export type FailedJob = z.infer<typeof FailedJob>

/** The newest ones of each queue, newest first. */
export const FailedJobs = z.object({ jobs: z.array(FailedJob) })
export type FailedJobs = z.infer<typeof FailedJobs>

/** One failed job of a queue, or without an id all of them. */
export const RetryJobs = z.object({
  queue: QueueName,
  id: z.optional(z.string().check(z.regex(/^[\w:-]{1,128}$/, 'field.invalid'))),
})
export type RetryJobs = z.infer<typeof RetryJobs>

export const RetriedJobs = z.object({ retried: z.int() })
export type RetriedJobs = z.infer<typeof RetriedJobs>
