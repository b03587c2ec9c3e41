import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import { parseRedisAddress, type RedisAddress } from './address.ts'

/** A client of a Redis server, or of a cluster. */
export type RedisClient = Redis | Cluster

export const isCluster = (redis: RedisClient): redis is Cluster => redis instanceof Cluster

/** Returns the pause before the next attempt to reconnect: exponential with jitter, at most about a second. */
const retryStrategy = (attempt: number): number => Math.min(100 * 2 ** attempt, 1_000) * (0.75 + Math.random() / 2)

/** The interval at which a client refreshes its map of a cluster's slots. Until then, pushes for a moved slot are lost. */
const SLOTS_REFRESH_INTERVAL_MS = 2_000
/** While a slot has no node, the client repeats a command every 100 ms; with this limit it fails within a second. */
const REDIRECTIONS_MAX = 8

function createCluster(
  { nodes, username, password, encrypted }: Extract<RedisAddress, { kind: 'CLUSTER' }>,
  options: RedisOptions,
  clusterOptions: ClusterOptions = {},
): Cluster {
  const credentials = { ...(username ? { username } : {}), ...(password ? { password } : {}) }
  return new Cluster(nodes, {
    clusterRetryStrategy: retryStrategy,
    // Connects by host name, so that the certificate of an encrypted connection matches.
    dnsLookup: (name, done) => done(null, name),
    redisOptions: { ...options, ...credentials, ...(encrypted ? { tls: {} } : {}) },
    ...clusterOptions,
  })
}

function requireAddress(url: string): RedisAddress {
  const address = parseRedisAddress(url)
  if (!address) throw new Error('REDIS_URL names a cluster without usable nodes or credentials')
  return address
}

/** Creates a client whose commands fail within a second if Redis is unreachable, so that callers can continue. */
export function createRedis(url: string): RedisClient {
  const address = requireAddress(url)
  const options = { commandTimeout: 1_000, connectTimeout: 2_000, maxRetriesPerRequest: 0, socketTimeout: 2_500 }
  const lazyOptions = { enableOfflineQueue: false, lazyConnect: true }
  if (address.kind === 'SERVER') return new Redis(address.url, { ...options, ...lazyOptions, retryStrategy })
  const slotOptions = { slotsRefreshInterval: SLOTS_REFRESH_INTERVAL_MS, maxRedirections: REDIRECTIONS_MAX }
  return createCluster(address, options, { ...lazyOptions, ...slotOptions })
}

/** Creates a client of one server for blocking and subscribed connections, without a command timeout. */
export const createBlockingRedis = (url: string): Redis =>
  new Redis(url, { connectTimeout: 2_000, maxRetriesPerRequest: null, lazyConnect: true, retryStrategy })

/** Longer than BullMQ's blocking commands, which take up to ten seconds. */
const QUEUE_SOCKET_TIMEOUT_MS = 15_000

/**
 * Creates a client for queue workers. NOTE: neither it nor the duplicates that BullMQ makes of it may be lazy: a worker
 * whose first attempt to connect fails would stay disconnected when Redis returns.
 */
export function createQueueRedis(url: string): RedisClient {
  const address = requireAddress(url)
  const options = { connectTimeout: 2_000, maxRetriesPerRequest: null, socketTimeout: QUEUE_SOCKET_TIMEOUT_MS }
  return address.kind === 'SERVER'
    ? new Redis(address.url, { ...options, retryStrategy })
    : createCluster(address, options)
}

/** Enough keys that every node of a cluster is likely to own at least one. */
const PROBE_KEYS = Array.from({ length: 32 }, (_, index) => `ready:${index}`)
const PROBE_LIFETIME_MS = 10_000

/** Writes to Redis and rejects if that fails: a server that responds to a ping may be a replica, or out of memory. */
export async function probeWrites(redis: RedisClient): Promise<void> {
  const keys = isCluster(redis) ? PROBE_KEYS : PROBE_KEYS.slice(0, 1)
  await Promise.all(keys.map((key) => redis.set(key, '', 'PX', PROBE_LIFETIME_MS)))
}
