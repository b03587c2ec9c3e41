import type { Language } from '@app/contract/language'
import type { MemberLevel } from '@app/contract/members'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createCountNotifier } from './counts.ts'
import { createDatabase, createPool, type Database } from './db/database.ts'
import { createPrimaryReader, createReadReplica, type ReadReplica } from './db/read-replica.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { createLog } from './log.ts'
import { createMediaLinks, type MediaLinks } from './media-links.ts'
import { createMetrics, type Metrics } from './metrics/instruments.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createPhotoStore, type PhotoStore } from './photo-store.ts'
import { createRedis, type RedisClient } from './redis.ts'

/** What every piece of code of a service may use, built once for each process. */
export type Ctx = {
  config: Config
  log: Logger
  /** For the few statements that are written by hand and named; everything else goes through `db`. */
  pool: pg.Pool
  db: Database
  /** For what may be a little old, and is not what the member has just written. */
  readReplica: ReadReplica
  redis: RedisClient
  jobs: Jobs
  outbox: Outbox
  photos: PhotoStore
  links: MediaLinks
  metrics: Metrics
  now: () => Date
  /** Of the call that all this is for, if it is for one. */
  requestId?: string
}

/**
 * The member behind a call, as the database knows it at this moment. `id` is the party that acts: an admin acts as the team.
 * `accountId` is who is logged in, for what belongs to the account: its sessions, settings, limits and own profile.
 */
export type Member = {
  id: string
  accountId: string
  /** When the account was registered. */
  registeredAt: string
  sessionId: string
  level: MemberLevel
  language: Language
}

export type MemberCtx = Ctx & { member: Member }

export type OwnedCtx = Ctx & { close: () => Promise<void> }

type Options = {
  service: string
  /** Database connections, unless the operator says otherwise. */
  connections: number
  /** How long a statement may take, where that is less than usual. */
  statementTimeoutMs?: number
  now?: () => Date
  /** A replica to read from. */
  replicaUrl?: string | undefined
  /** Leaves delivered rows in the outbox, where tests read them. */
  keepDelivered?: boolean
}

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
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is out of reach'))
  redis.connect().catch(() => {})
  const jobs = createJobs(config.redisUrl)
  const countNotifier = createCountNotifier({ pool, db, redis, log })
  const outbox = createOutbox({ db, redis, jobs, countNotifier, log, keepDelivered })
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
      await outbox.close().catch((error: unknown) => log.warn({ err: error }, 'the outbox could not be tidied'))
      await jobs.close()
      redis.disconnect()
      await readReplica.close()
      await db.destroy()
    },
  }
}
