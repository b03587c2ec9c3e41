import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { Id } from '@app/contract/base'
import { MediaId } from '@app/contract/media'
import type { QueueName } from '@app/contract/operations'
import { type JobsOptions, Queue } from 'bullmq'
import { z } from 'zod'
import type { RequestOrigin } from '../process/request-origin.ts'
import { createRedis, isCluster, type RedisClient } from '../redis/connections.ts'
import { type FailedQueueJob, getDueTime, listFailedJobs, retryFailedJobs } from './failed-jobs.ts'

/** All jobs, each with its queue and the schema of its payload, which contains only ids. */
export const JOBS = {
  'mail:send': { queue: 'mail', payload: z.object({ mailId: Id }) },
  'photos:draw': { queue: 'photos', payload: z.object({ mediaId: MediaId }) },
  'photos:remove': { queue: 'photos', payload: z.object({ mediaId: MediaId }) },
  'exports:build': { queue: 'exports', payload: z.object({ exportId: MediaId }) },
  'exports:remove': { queue: 'exports', payload: z.object({ exportId: MediaId }) },
  'decks:read': { queue: 'decks', payload: z.object({ uploadId: Id, memberId: Id }) },
  'digests:write': { queue: 'digests', payload: z.object({}) },
  'digests:send': { queue: 'digests', payload: z.object({ lane: Id }) },
  'events:remind': { queue: 'events', payload: z.object({}) },
  'notifications:send': { queue: 'notifications', payload: z.object({ lane: Id }) },
  'upkeep:tidy': { queue: 'upkeep', payload: z.object({}) },
  'reports:copy-files': { queue: 'safety', payload: z.object({ evidenceId: Id }) },
  'cases:alert': { queue: 'safety', payload: z.object({ caseId: Id }) },
  'upkeep:safety': { queue: 'safety', payload: z.object({}) },
  'upkeep:measure-store': { queue: 'upkeep', payload: z.object({}) },
} as const satisfies Record<string, { queue: QueueName; payload: z.ZodType }>

export type JobName = keyof typeof JOBS
export type Job = { [Name in JobName]: { name: Name; payload: z.infer<(typeof JOBS)[Name]['payload']> } }[JobName]

export const QUEUES = [...new Set(Object.values(JOBS).map(({ queue }) => queue))]

/** A job is attempted three times, then kept among the failed ones, from which an operator can retry it. */
const JOB_OPTIONS = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: { count: 1_000 },
} as const satisfies JobsOptions

/**
 * Returns an id derived from the work, so that a queue contains the same work only once. It is not used as the job's
 * own id, since a failed job keeps its id, and the same work could never be enqueued again.
 */
const getDeduplicationId = ({ name, payload }: Job): string =>
  [name.replaceAll(':', '-'), ...Object.values(payload)].join('-')

/** The number of jobs of a queue by state, how long its next job has waited, and whether the queue is paused. */
export type QueueState = { queue: QueueName; jobs: Record<string, number>; oldestSeconds: number; paused: boolean }

/** A repeating job: by a cron `pattern` in Stockholm time, or immediately and then at an interval in milliseconds. */
export type Schedule = { id: string; job: Job } & ({ pattern: string } | { every: number })

export type Jobs = {
  add: (job: Job & RequestOrigin) => Promise<void>
  /** Creates the schedule, or updates it if its pattern or interval, or its job, differs from the one in Redis. */
  schedule: (schedule: Schedule) => Promise<void>
  readQueueStates: () => Promise<QueueState[]>
  /** Lists the newest failed jobs of each queue, newest first. */
  listFailed: (limit: number) => Promise<FailedQueueJob[]>
  /** Retries a failed job of a queue, or all of them if `id` is omitted. Returns the number of retried jobs. */
  retry: (queue: QueueName, id?: string) => Promise<number>
  /** Returns BullMQ's own objects for all queues; rejects while Redis is unreachable. */
  openQueues: () => Promise<Queue[]>
  close: () => Promise<void>
}

/**
 * Returns the prefix of a queue's keys. In a cluster it is a hash tag that keeps all keys of the queue in one slot, as
 * BullMQ's scripts require.
 */
export const getQueuePrefix = (connection: RedisClient, queue: QueueName): string =>
  isCluster(connection) ? `{${queue}}` : 'bull'

const TIME_ZONE = 'Europe/Stockholm'

const CONNECT_TIMEOUT_MS = 1_000

async function waitUntilReady(connection: RedisClient): Promise<void> {
  if (connection.status === 'ready') return
  if (connection.status === 'wait') connection.connect().catch(() => {})
  await once(connection, 'ready', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) })
}

/** Creates the client of the job queues, which connects when it is first used. */
export function createJobs(redisUrl: string): Jobs {
  const connection = createRedis(redisUrl)
  connection.on('error', () => {})
  const queues = new Map<QueueName, Promise<Queue>>()

  // NOTE: a queue that is created while Redis is unreachable stays unusable when Redis returns.
  async function openQueue(name: QueueName): Promise<Queue> {
    await waitUntilReady(connection)
    const queue = new Queue(name, { connection, prefix: getQueuePrefix(connection, name), skipWaitingForReady: true })
    queue.on('error', () => {})
    await queue.waitUntilReady()
    return queue
  }

  function getQueue(name: QueueName): Promise<Queue> {
    const existing = queues.get(name)
    if (existing) return existing
    const opening = openQueue(name)
    queues.set(name, opening)
    opening.catch(() => queues.delete(name))
    return opening
  }

  async function readQueueState(name: QueueName): Promise<QueueState> {
    const queue = await getQueue(name)
    const [jobs, [oldest], paused] = await Promise.all([
      queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
      queue.getJobs(['waiting'], 0, 0, true),
      queue.isPaused(),
    ])
    const dueTime = oldest ? getDueTime(oldest) : Date.now()
    return { queue: name, jobs, oldestSeconds: Math.max(0, Date.now() - dueTime) / 1_000, paused }
  }

  return {
    async add(job) {
      const queue = await getQueue(JOBS[job.name].queue)
      await queue.add(
        job.name,
        { ...job.payload, requestId: job.requestId },
        { ...JOB_OPTIONS, deduplication: { id: getDeduplicationId(job) } },
      )
    },
    async schedule({ id, job, ...repeat }) {
      const queue = await getQueue(JOBS[job.name].queue)
      const existing = await queue.getJobScheduler(id)
      const isRepeatedAlike = Object.entries(repeat).every(
        ([kind, value]) => existing?.[kind as keyof typeof repeat] === value,
      )
      const isJobAlike = existing?.name === job.name && isDeepStrictEqual(existing.template?.data ?? {}, job.payload)
      if (isRepeatedAlike && isJobAlike) return
      const template = { name: job.name, data: job.payload, opts: JOB_OPTIONS }
      await queue.upsertJobScheduler(id, { ...repeat, tz: TIME_ZONE }, template)
    },
    readQueueStates: () => Promise.all(QUEUES.map(readQueueState)),
    async listFailed(limit) {
      const jobsByQueue = await Promise.all(QUEUES.map(async (name) => listFailedJobs(await getQueue(name), limit)))
      return jobsByQueue.flat().toSorted((job, otherJob) => +otherJob.failedAt - +job.failedAt)
    },
    retry: async (name, id) => retryFailedJobs(await getQueue(name), id),
    async openQueues() {
      await waitUntilReady(connection)
      return Promise.all(QUEUES.map(getQueue))
    },
    async close() {
      const openedQueues = await Promise.allSettled(queues.values())
      await Promise.all(openedQueues.map((queue) => (queue.status === 'fulfilled' ? queue.value.close() : undefined)))
      connection.disconnect()
    },
  }
}
