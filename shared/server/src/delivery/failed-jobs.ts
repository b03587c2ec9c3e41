import type { QueueName } from '@app/contract/operations'
import { ErrorCode, type Job, type Queue } from 'bullmq'
import { parseRequestId } from '../process/request-origin.ts'

/** A job that failed in its last attempt, without its payload. */
export type FailedQueueJob = {
  queue: QueueName
  id: string
  name: string
  attempts: number
  reason: string
  failedAt: Date
  requestId: string | null
}

const toFailedJob = (
  queue: QueueName,
  { id, name, attemptsMade, failedReason, finishedOn, data }: Job,
): FailedQueueJob => ({
  queue,
  id: id ?? '',
  name,
  attempts: attemptsMade,
  reason: failedReason ?? '',
  failedAt: new Date(finishedOn ?? 0),
  requestId: parseRequestId(data?.requestId) ?? null,
})

/**
 * Returns the time (epoch milliseconds) since which a job has been due. It is later than the time at which the job was
 * added if the job is repeating or was retried.
 */
export const getDueTime = ({ timestamp, opts, data }: Job): number =>
  Math.max(timestamp + (opts.delay ?? 0), data?.retriedAt ?? 0)

/** Lists the newest failed jobs of a queue, newest first. */
export async function listFailedJobs(queue: Queue, limit: number): Promise<FailedQueueJob[]> {
  const jobs = await queue.getFailed(0, limit - 1)
  return jobs.map((job) => toFailedJob(queue.name as QueueName, job))
}

const NO_LONGER_FAILED: unknown[] = [ErrorCode.JobNotExist, ErrorCode.JobNotInState]

/** Retries a failed job. Returns false if it is no longer failed, because another process retried or removed it. */
async function retryJob(job: Job): Promise<boolean> {
  try {
    await job.updateData({ ...job.data, retriedAt: Date.now() })
    await job.retry('failed')
    return true
  } catch (error) {
    if (NO_LONGER_FAILED.includes((error as { code?: unknown }).code)) return false
    throw error
  }
}

async function findFailedJob(queue: Queue, id: string): Promise<Job | undefined> {
  // NOTE: an id may match another of the queue's Redis keys, such as `meta`. Only jobs have a state, so check it first.
  return (await queue.getJobState(id)) === 'failed' ? queue.getJob(id) : undefined
}

/**
 * Retries one failed job, or all of them if `id` is omitted. Returns the number of retried jobs; throws only if a retry
 * was rejected and none succeeded.
 */
export async function retryFailedJobs(queue: Queue, id?: string): Promise<number> {
  const jobs =
    id === undefined ? await queue.getFailed() : [await findFailedJob(queue, id)].filter((job) => job !== undefined)
  const results = await Promise.allSettled(jobs.map(retryJob))
  const retriedCount = results.filter((result) => result.status === 'fulfilled' && result.value).length
  const failure = results.find((result) => result.status === 'rejected')
  if (failure && retriedCount === 0) throw failure.reason
  return retriedCount
}
