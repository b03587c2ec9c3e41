import type { QueueName } from '@app/contract/operations'
import { ErrorCode, type Job, type Queue } from 'bullmq'
import { wellFormedRequestId } from './trace.ts'

/** A job that was given up, without what it carried. */
export type GivenUp = {
  queue: QueueName
  id: string
  name: string
  attempts: number
  reason: string
  failedAt: Date
  requestId: string | null
}

const givenUp = (queue: QueueName, { id, name, attemptsMade, failedReason, finishedOn, data }: Job): GivenUp => ({
  queue,
  id: id ?? '',
  name,
  attempts: attemptsMade,
  reason: failedReason ?? '',
  failedAt: new Date(finishedOn ?? 0),
  requestId: wellFormedRequestId(data?.requestId) ?? null,
})

/** Since when a job may run. What repeats is put there long before, and what is tried again was not waiting meanwhile. */
export const dueAt = ({ timestamp, opts, data }: Job): number =>
  Math.max(timestamp + (opts.delay ?? 0), data?.retriedAt ?? 0)

/** The newest ones of a queue, newest first. */
export async function listFailed(queue: Queue, most: number): Promise<GivenUp[]> {
  const jobs = await queue.getFailed(0, most - 1)
  return jobs.map((job) => givenUp(queue.name as QueueName, job))
}

const NOT_FAILED: unknown[] = [ErrorCode.JobNotExist, ErrorCode.JobNotInState]

/** False when it was not among the failed ones any more: somebody was faster, or it is gone. */
async function retryOne(job: Job): Promise<boolean> {
  try {
    await job.updateData({ ...job.data, retriedAt: Date.now() })
    await job.retry('failed')
    return true
  } catch (error) {
    if (NOT_FAILED.includes((error as { code?: unknown }).code)) return false
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
  const tried = await Promise.allSettled(jobs.map(retryOne))
  const retried = tried.filter((one) => one.status === 'fulfilled' && one.value).length
  const failure = tried.find((one) => one.status === 'rejected')
  if (failure && retried === 0) throw failure.reason
  return retried
}
