import { Redis } from 'ioredis'

/** Growing, scattered pauses between attempts to reach a server again: at most about a second. */
const retryStrategy = (attempt: number): number => Math.min(100 * 2 ** attempt, 1_000) * (0.75 + Math.random() / 2)

/** A client that answers within a second, also when Redis is away: a caller is told and goes on without. */
export const createRedis = (url: string): Redis =>
  new Redis(url, {
    commandTimeout: 1_000,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    socketTimeout: 2_500,
    enableOfflineQueue: false,
    lazyConnect: true,
    retryStrategy,
  })

/** A client for blocking and subscribed connections, which wait as long as it takes. */
export const createWaitingRedis = (url: string): Redis =>
  new Redis(url, { connectTimeout: 2_000, maxRetriesPerRequest: null, lazyConnect: true, retryStrategy })

/** The longest that BullMQ blocks is ten seconds. */
const QUEUE_SILENCE = 15_000

/**
 * A client for workers on queues. NOTE: it must connect by itself, as do the duplicates that BullMQ makes of it: a worker
 * whose first attempt fails stays dead when Redis comes.
 */
export const createQueueRedis = (url: string): Redis =>
  new Redis(url, { connectTimeout: 2_000, maxRetriesPerRequest: null, socketTimeout: QUEUE_SILENCE, retryStrategy })
