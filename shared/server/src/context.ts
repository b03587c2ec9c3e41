import type { MemberLevel } from '@app/contract/members/members'
import type { Language } from '@app/contract/text/language'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createDatabase, createPool, type Database } from './db/database.ts'
import { createPrimaryReader, createReadReplica, type ReadReplica } from './db/read-replica.ts'
import { createCountNotifier } from './delivery/count-notifier.ts'
import { createJobs, type Jobs } from './delivery/jobs.ts'
import { createOutbox, type Outbox } from './delivery/outbox.ts'
import { createMetrics, type Metrics } from './metrics/instruments.ts'
import { createMediaLinks, type MediaLinks } from './photos/media-links.ts'
import { createPhotoStore, type PhotoStore } from './photos/photo-store.ts'
import type { Config } from './process/config.ts'
import { createLog } from './process/log.ts'
import { createRedis, type RedisClient } from './redis/connections.ts'

/** The dependencies of a service's code, created once per process. */
export type Ctx = {
  config: Config
  log: Logger
  /** For named prepared statements; all other code uses `db`. */
  pool: pg.Pool
  db: Database
  /** For reads that tolerate a lag of seconds; not for rows that the caller has just written. */
  readReplica: ReadReplica
  redis: RedisClient
  jobs: Jobs
  outbox: Outbox
  photos: PhotoStore
  links: MediaLinks
  metrics: Metrics
  now: () => Date
  /** The id of the current request, if any. */
  requestId?: string
}

/**
 * The caller, as stored in the database when the request began. `id` is the acting party: an admin acts as the team.
 * `accountId` is the logged-in account, for its sessions, settings, limits and own profile.
 */
export type Member = {
  id: string
  accountId: string
  /** The time when the account was registered. */
  registeredAt: string
  sessionId: string
  level: MemberLevel
  language: Language
  /** Whether the account has yet to pass the age check; absent unless the installation requires one. */
  ageCheckNeeded?: boolean
}

/** A context that its creator has to close. */
export type OwnedCtx = Ctx & { close: () => Promise<void> }

type Options = {
  service: string
  /** The maximum number of database connections, unless the operator configures another. */
  connections: number
  /** The statement timeout, if shorter than the default. */
  statementTimeoutMs?: number
  now?: () => Date
  /** The URL of a read replica. */
  replicaUrl?: string | undefined
  /** Keeps delivered rows in the outbox, so that tests can read them. */
  keepDelivered?: boolean
}

/** Creates the context of a process. Connects to Redis in the background, and to the database on first use. */
export function createContext(
  config: Config,
  { service, connections, statementTimeoutMs, replicaUrl, now = () => new Date(), keepDelivered = false }: Options,
): OwnedCtx {
  const log = createLog({ level: config.logLevel, service })
  const maxConnections = config.databasePool ?? connections
  const pool = createPool(config.databaseUrl, maxConnections, statementTimeoutMs)
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  const db = createDatabase(pool)
  const { production } = config
  const replicaOptions = { url: replicaUrl ?? '', connections: maxConnections, statementTimeoutMs, db, log, production }
  const readReplica = replicaUrl ? createReadReplica(replicaOptions) : createPrimaryReader(db)
  const redis = createRedis(config.redisUrl)
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is unreachable'))
  redis.connect().catch(() => {})
  const jobs = createJobs(config.redisUrl)
  const countNotifier = createCountNotifier({ pool, db, redis, log })
  const outbox = createOutbox({
    pool,
    db,
    redis,
    jobs,
    countNotifier,
    log,
    now,
    sendsNotifications: config.pushKey !== null,
    keepDelivered,
  })
  return {
    config,
    log,
    pool,
    db,
    readReplica,
    redis,
    jobs,
    outbox,
    photos: createPhotoStore(config.photoStore, log),
    links: createMediaLinks(config.sessionSecret),
    metrics: createMetrics(),
    now,
    async close() {
      countNotifier.close()
      await outbox.close().catch((error: unknown) => log.warn({ err: error }, 'failed to clean up the outbox'))
      await jobs.close()
      redis.disconnect()
      await readReplica.close()
      await db.destroy()
    },
  }
}
