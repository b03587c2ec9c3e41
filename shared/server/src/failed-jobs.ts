import type { QueueName } from '@app/contract/operations'
import { ErrorCode, type Job, type Queue } from 'bullmq'
import { parseRequestId } from './trace.ts'

/** A job that was given up, without what it carried. */
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

/** Since when a job may run. What repeats is put there long before, and what is tried again was not waiting meanwhile. */
export const getDueTime = ({ timestamp, opts, data }: Job): number =>
  Math.max(timestamp + (opts.delay ?? 0), data?.retriedAt ?? 0)

/** The newest ones of a queue, newest first. */
export async function listFailed(queue: Queue, limit: number): Promise<FailedQueueJob[]> {
  const jobs = await queue.getFailed(0, limit - 1)
  return jobs.map((job) => toFailedJob(queue.name as QueueName, job))
}

const NO_LONGER_FAILED: unknown[] = [ErrorCode.JobNotExist, ErrorCode.JobNotInState]

/** False when it was not among the failed ones any more: somebody was faster, or it is gone. */
async function retryOne(job: Job): Promise<boolean> {
  try {
    await job.updateData({ ...job.data, retriedAt: Date.now() })
    await job.retry('failed')
    return true
  } catch (error) {
    if (NO_LONGER_FAILED.includes((error as { code?: unknown }).code)) return false
    throw error
  }
}

async function findFailed(queue: Queue, id: string): Promise<Job[]> {
  // NOTE: a queue has keys of its own under names like those of its jobs, which hold no job.
  if ((await queue.getJobState(id)) !== 'failed') return []
  const job = await queue.getJob(id)
  return job ? [job] : []
}

/** Tries one failed job once more, or all that are there now; answers how many, and fails only where none could be. */
export async function retryFailed(queue: Queue, id?: string): Promise<number> {
  const jobs = id === undefined ? await queue.getFailed() : await findFailed(queue, id)
  const results = await Promise.allSettled(jobs.map(retryOne))
  const retried = results.filter((result) => result.status === 'fulfilled' && result.value).length
  const failure = results.find((result) => result.status === 'rejected')
  if (failure && retried === 0) throw failure.reason
  return retried
}
