import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import { type RedisAddress, readRedisAddress } from './redis-address.ts'

/** One Redis, or a cluster of several. */
export type RedisClient = Redis | Cluster

export const isCluster = (redis: RedisClient): redis is Cluster => redis instanceof Cluster

/** Growing, scattered pauses between attempts to reach a server again: at most about a second. */
const retryStrategy = (attempt: number): number => Math.min(100 * 2 ** attempt, 1_000) * (0.75 + Math.random() / 2)

/** How often a cluster is asked which node holds what: pushes for a slot that has moved are not heard until then. */
const SLOTS_REFRESH_INTERVAL_MS = 2_000
/** With a tenth of a second between two attempts a command fails within a second. */
const REDIRECTIONS_MAX = 8

function createCluster(
  { nodes, username, password, encrypted }: Extract<RedisAddress, { kind: 'CLUSTER' }>,
  options: RedisOptions,
  clusterOptions: ClusterOptions = {},
): Cluster {
  const credentials = { ...(username ? { username } : {}), ...(password ? { password } : {}) }
  return new Cluster(nodes, {
    clusterRetryStrategy: retryStrategy,
    // The name stays, so that the certificate of an encrypted connection fits it.
    dnsLookup: (name, done) => done(null, name),
    redisOptions: { ...options, ...credentials, ...(encrypted ? { tls: {} } : {}) },
    ...clusterOptions,
  })
}

function requireAddress(url: string): RedisAddress {
  const address = readRedisAddress(url)
  if (!address) throw new Error('REDIS_URL names no nodes of a cluster')
  return address
}

/** A client that answers within a second, also when Redis is away: a caller is told and goes on without. */
export function createRedis(url: string): RedisClient {
  const address = requireAddress(url)
  const options = { commandTimeout: 1_000, connectTimeout: 2_000, maxRetriesPerRequest: 0, socketTimeout: 2_500 }
  const lazyOptions = { enableOfflineQueue: false, lazyConnect: true }
  if (address.kind === 'SERVER') return new Redis(address.url, { ...options, ...lazyOptions, retryStrategy })
  const slotOptions = { slotsRefreshInterval: SLOTS_REFRESH_INTERVAL_MS, maxRedirections: REDIRECTIONS_MAX }
  return createCluster(address, options, { ...lazyOptions, ...slotOptions })
}

/** A client of one server for blocking and subscribed connections, which wait as long as it takes. */
export const createBlockingRedis = (url: string): Redis =>
  new Redis(url, { connectTimeout: 2_000, maxRetriesPerRequest: null, lazyConnect: true, retryStrategy })

/** The longest that BullMQ blocks is ten seconds. */
const QUEUE_SOCKET_TIMEOUT_MS = 15_000

/**
 * A client for workers on queues. NOTE: it must connect by itself, as do the duplicates that BullMQ makes of it: a worker
 * whose first attempt fails stays dead when Redis comes.
 */
export function createQueueRedis(url: string): RedisClient {
  const address = requireAddress(url)
  const options = { connectTimeout: 2_000, maxRetriesPerRequest: null, socketTimeout: QUEUE_SOCKET_TIMEOUT_MS }
  return address.kind === 'SERVER'
    ? new Redis(address.url, { ...options, retryStrategy })
    : createCluster(address, options)
}

/** So many that every node of a cluster holds some of them. */
const PROBES = Array.from({ length: 32 }, (_, index) => `ready:${index}`)
const PROBE_LIFETIME = 10_000

/** Rejects unless Redis takes writes: one that only answers may be a replica, or out of memory or disk. */
export async function probeWrites(redis: RedisClient): Promise<void> {
  const keys = isCluster(redis) ? PROBES : PROBES.slice(0, 1)
  await Promise.all(keys.map((key) => redis.set(key, '', 'PX', PROBE_LIFETIME)))
}
