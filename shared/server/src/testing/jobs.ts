import { Queue, UnrecoverableError, Worker } from 'bullmq'
import { expect, vi } from 'vitest'
import type { RedisClient } from '../redis/connections.ts'
import { createQueueRedis } from '../redis/connections.ts'
import { afterTest } from './context.ts'

/** Creates a queue in Redis, with functions that start workers on it. */
export function aQueue(redis: RedisClient, redisUrl: string, name: string) {
  const queue = new Queue(name, { connection: redis })
  afterTest(() => queue.close())

  /** Works on the queue until the test ends or `stop` is called. */
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

  /** Adds jobs that fail for good one after the other, each with its reason. Returns their ids. */
  async function addFailedJobs(reasons: string[], data: object = {}): Promise<string[]> {
    const before = await queue.getFailedCount()
    const ids = reasons.map((_, index) => `${name}-${before + index}`)
    const worker = startWorker(async (id) => {
      throw new UnrecoverableError(reasons[ids.indexOf(id)])
    })
    for (const [index, jobId] of ids.entries()) {
      await queue.add(`${name}:do`, data, { jobId })
      await vi.waitFor(async () => expect(await queue.getFailedCount()).toBe(before + index + 1))
    }
    await worker.stop()
    return ids
  }

  return { queue, startWorker, addFailedJobs }
}
