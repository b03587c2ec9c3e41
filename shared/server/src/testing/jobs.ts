import { Queue, UnrecoverableError, Worker } from 'bullmq'
import { expect, vi } from 'vitest'
import type { RedisClient } from '../redis/connections.ts'
import { createQueueRedis } from '../redis/connections.ts'
import { afterTest } from './context.ts'

/** Creates a queue in Redis, with functions that run its jobs or let them fail. */
export function aQueue(redis: RedisClient, redisUrl: string, name: string) {
  const queue = new Queue(name, { connection: redis })
  afterTest(() => queue.close())

  /** Starts a worker that runs jobs until the test ends or `stop` is called. */
  function startWorker(run: (jobId: string) => Promise<void>): { stop: () => Promise<void> } {
    const connection = createQueueRedis(redisUrl)
    const worker = new Worker(name, (job) => run(job.id ?? ''), { connection })
    const stop = async () => {
      await worker.close()
      connection.disconnect()
    }
    afterTest(stop)
    return { stop }
  }

  /** Adds jobs that fail permanently, each with one of the reasons, one after the other. Returns their ids. */
  async function addFailedJobs(reasons: string[], data: object = {}): Promise<string[]> {
    const previousCount = await queue.getFailedCount()
    const ids = reasons.map((_, index) => `${name}-${previousCount + index}`)
    const worker = startWorker(async (id) => {
      throw new UnrecoverableError(reasons[ids.indexOf(id)])
    })
    for (const [index, jobId] of ids.entries()) {
      await queue.add(`${name}:do`, data, { jobId })
      await vi.waitFor(async () => expect(await queue.getFailedCount()).toBe(previousCount + index + 1))
    }
    await worker.stop()
    return ids
  }

  return { queue, startWorker, addFailedJobs }
}
