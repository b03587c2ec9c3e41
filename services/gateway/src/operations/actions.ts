import { FAILED_JOBS_LIST_MAX } from '@app/contract/limits'
import type {
  FailedJob,
  FailedJobs,
  Operations,
  OperationsRange,
  QueueSnapshot,
  RetriedJobs,
  RetryJobs,
} from '@app/contract/operations'
import type { FailedQueueJob } from '@app/server/delivery/failed-jobs'
import type { QueueState } from '@app/server/delivery/jobs'
import { readOutboxState } from '@app/server/delivery/outbox'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { maskSensitive } from '@app/server/mails/masking'
import { notifyTeam } from '@app/server/operations/notify-team'
import { requireDuty } from '@app/server/policies/duties'
import type { MemberCtx } from '../context.ts'
import { findLatestSample, findPhotoStoreSize, readHistory } from './queries.ts'

const toQueueSnapshot = ({ queue, jobs, oldestSeconds, paused }: QueueState): QueueSnapshot => {
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = jobs
  return { queue, waiting, active, delayed, failed, oldestSeconds, paused }
}

async function readQueues({ jobs, log }: MemberCtx): Promise<QueueSnapshot[] | null> {
  try {
    return (await jobs.readQueueStates()).map(toQueueSnapshot)
  } catch (error) {
    log.warn({ err: error }, 'the queues are unavailable')
    return null
  }
}

/** Returns the state of the installation for the team; without Redis, only the part that the database stores. */
export async function readOperations(ctx: MemberCtx, range: OperationsRange): Promise<Operations> {
  await requireDuty(ctx.db, ctx.member, ['OPERATE'])
  const now = ctx.now()
  const [minute, queues, outbox, photoStore, history] = await Promise.all([
    findLatestSample(ctx.db, now),
    readQueues(ctx),
    readOutboxState(ctx.db),
    findPhotoStoreSize(ctx.db, now),
    readHistory(ctx.db, range, now),
  ])
  return { now: now.toISOString(), minute, queues, outbox, photoStore, history }
}

const RETRY_AFTER_SECONDS = 5

const PROGRAMMING_ERRORS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']
const TRANSIENT_ERRORS = /^(?:LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|READONLY|BUSY|OOM)\b/

/**
 * Returns whether Redis cannot serve the request at the moment: it is unreachable, or replies with a transient error.
 * Other error replies and errors in this code do not count.
 */
const isRedisUnavailable = ({ name, message }: Error): boolean =>
  name === 'ReplyError' ? TRANSIENT_ERRORS.test(message) : !PROGRAMMING_ERRORS.includes(name)

/** Awaits an operation on the queues; throws UNAVAILABLE if Redis, which stores them, is unavailable. */
async function guardQueues<Result>({ log }: MemberCtx, operation: Promise<Result>): Promise<Result> {
  try {
    return await operation
  } catch (error) {
    if (!(error instanceof Error && isRedisUnavailable(error))) throw error
    log.warn({ err: error }, 'the queues are unavailable')
    throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })
  }
}

const REASON_LENGTH_MAX = 300

/** Returns the first `REASON_LENGTH_MAX` characters of the first line of a reason, with personal data masked. */
const formatReason = (reason: string): string =>
  [...maskSensitive(reason.split(/[\r\n\u2028\u2029]/, 1)[0] ?? '')].slice(0, REASON_LENGTH_MAX).join('')

const toFailedJob = ({ reason, failedAt, ...job }: FailedQueueJob): FailedJob => ({
  ...job,
  reason: formatReason(reason),
  failedAt: failedAt.toISOString(),
})

export async function listFailedJobs(ctx: MemberCtx): Promise<FailedJobs> {
  await requireDuty(ctx.db, ctx.member, ['OPERATE'])
  const jobs = await guardQueues(ctx, ctx.jobs.listFailed(FAILED_JOBS_LIST_MAX))
  return { jobs: jobs.map(toFailedJob) }
}

/** Retries one failed job or all of a queue; each of them once, even if several admins request it concurrently. */
export async function retryJobs(ctx: MemberCtx, { queue, id }: RetryJobs): Promise<RetriedJobs> {
  await requireDuty(ctx.db, ctx.member, ['OPERATE'])
  const retried = await guardQueues(ctx, ctx.jobs.retry(queue, id))
  if (id !== undefined && retried === 0) throw new AppError('NOT_FOUND')
  if (retried > 0) await transact(ctx, async (tx) => notifyTeam(tx))
  ctx.log.info({ queue, retried }, 'retrying failed jobs')
  return { retried }
}
