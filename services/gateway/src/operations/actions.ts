import { FAILED_JOBS_LISTED } from '@app/contract/limits'
import type {
  FailedJob,
  FailedJobs,
  Operations,
  OperationsRange,
  QueueNow,
  RetriedJobs,
  RetryJobs,
} from '@app/contract/operations'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import type { GivenUp } from '@app/server/failed-jobs'
import type { QueueState } from '@app/server/jobs'
import { masked } from '@app/server/masking'
import { notifyTeam } from '@app/server/operations/notify-team'
import { lookAtOutbox } from '@app/server/outbox'
import { requireTeam } from '@app/server/policies/actors'
import { transact } from '@app/server/transact'
import { findMinute, findPhotoStoreSize, readHistory } from './queries.ts'

const asQueueNow = ({ queue, jobs, oldestSeconds, paused }: QueueState): QueueNow => {
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = jobs
  return { queue, waiting, active, delayed, failed, oldestSeconds, paused }
}

async function lookAtQueues({ jobs, log }: MemberCtx): Promise<QueueNow[] | null> {
  try {
    return (await jobs.look()).map(asQueueNow)
  } catch (error) {
    log.warn({ err: error }, 'the queues are out of reach')
    return null
  }
}

/** What the team sees of the installation. Without Redis it is what the database knows. */
export async function readOperations(ctx: MemberCtx, range: OperationsRange): Promise<Operations> {
  requireTeam(ctx.member)
  const now = ctx.now()
  const [minute, queues, outbox, photoStore, history] = await Promise.all([
    findMinute(ctx.db, now),
    lookAtQueues(ctx),
    lookAtOutbox(ctx.db),
    findPhotoStoreSize(ctx.db, now),
    readHistory(ctx.db, range, now),
  ])
  return { now: now.toISOString(), minute, queues, outbox, photoStore, history }
}

const RETRY_AFTER_SECONDS = 5

const FAULTS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']
const NOT_NOW = /^(?:LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|READONLY|BUSY|OOM)\b/

/** What Redis answers to a wrong command, and what our own code trips over, is no absence. */
const isRedisAway = ({ name, message }: Error): boolean =>
  name === 'ReplyError' ? NOT_NOW.test(message) : !FAULTS.includes(name)

/** Queues live in Redis, which may be away. */
async function withQueues<Result>({ log }: MemberCtx, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error && isRedisAway(error))) throw error
    log.warn({ err: error }, 'the queues are out of reach')
    throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })
  }
}

const REASON_MAX = 300

/** The first line says what it was; nothing in it may say whom it was about. */
const reasonOf = (reason: string): string =>
  [...masked(reason.split(/[\r\n\u2028\u2029]/, 1)[0] ?? '')].slice(0, REASON_MAX).join('')

const asFailedJob = ({ reason, failedAt, ...job }: GivenUp): FailedJob => ({
  ...job,
  reason: reasonOf(reason),
  failedAt: failedAt.toISOString(),
})

export async function listFailedJobs(ctx: MemberCtx): Promise<FailedJobs> {
  requireTeam(ctx.member)
  const jobs = await withQueues(ctx, ctx.jobs.listFailed(FAILED_JOBS_LISTED))
  return { jobs: jobs.map(asFailedJob) }
}

/** Each job once, however many of the team press at the same moment. */
export async function retryJobs(ctx: MemberCtx, { queue, id }: RetryJobs): Promise<RetriedJobs> {
  requireTeam(ctx.member)
  const retried = await withQueues(ctx, ctx.jobs.retry(queue, id))
  if (id !== undefined && retried === 0) throw new AppError('NOT_FOUND')
  if (retried > 0) await transact(ctx, async (tx) => notifyTeam(tx))
  ctx.log.info({ queue, retried }, 'failed jobs are tried again')
  return { retried }
}
