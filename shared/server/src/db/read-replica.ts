import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createDatabase, createPool, type Database, isRejectedStatement } from './database.ts'
import { isReadOnly } from './outages.ts'
import { requireServiceRole } from './require-database.ts'

/** A database for reads only. */
export type ReadDatabase = Pick<Database, 'selectFrom' | 'getExecutor'>

/** A result of a query. `fresh` if the primary returned it; that of a replica may be about ten seconds old. */
export type ReplicaRead<Result> = { result: Result; fresh: boolean }

/** A reader that uses a replica if it can. */
export type ReadReplica = {
  /** Runs a query that tolerates lag on the replica, or on the primary while the replica is not usable. */
  read: <Result>(query: (db: ReadDatabase) => Promise<Result>) => Promise<ReplicaRead<Result>>
  /** Returns whether the replica is in use; undefined if there is none. */
  isReplicaUsed: () => boolean | undefined
  close: () => Promise<void>
}

/**
 * A replica with more lag is not used. A pause in writes of this length looks like lag, but then the primary has
 * capacity to spare.
 */
const LAG_MAX_SECONDS = 10
const CHECK_INTERVAL_MS = 2_000

/**
 * Returns how far a replica is behind its primary; null for a server that is not a replica or has replayed nothing yet.
 */
async function measureLagSeconds(replica: ReadDatabase): Promise<number | null> {
  const { rows } = await sql<{ lag: number | null }>`
    select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as lag
    where pg_is_in_recovery()`.execute(replica)
  return rows[0]?.lag ?? null
}

/** Creates the `ReadReplica` of an installation without a replica, which reads from the primary. */
export function createPrimaryReader(db: Database): ReadReplica {
  return {
    read: async (query) => ({ result: await query(db), fresh: true }),
    isReplicaUsed: () => undefined,
    close: async () => {},
  }
}

type Options = {
  url: string
  connections: number
  statementTimeoutMs?: number | undefined
  db: Database
  log: Logger
  /** Rejects a role with more privileges than services need. */
  production: boolean
}

/** Creates a reader that uses the replica while checks find its lag acceptable, otherwise the primary. */
export function createReadReplica({ url, connections, statementTimeoutMs, db, log, production }: Options): ReadReplica {
  const pool = createPool(url, connections, statementTimeoutMs, '-c default_transaction_read_only=on')
  pool.on('error', () => {})
  const replica = createDatabase(pool)
  const primary = createPrimaryReader(db)
  let isUsed: boolean | undefined
  let isChecking = false

  function setReplicaUsed(shouldUse: boolean, details: object): void {
    if (isUsed === shouldUse) return
    isUsed = shouldUse
    if (shouldUse) log.info(details, 'the read replica is used')
    else log.warn(details, 'the read replica is not used')
  }

  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      if (production && !isUsed) await requireServiceRole(pool, 'DATABASE_READ_URL')
      const lag = await measureLagSeconds(replica)
      setReplicaUsed(lag !== null && lag <= LAG_MAX_SECONDS, { lag })
    } catch (error) {
      setReplicaUsed(false, { err: error })
    }
    isChecking = false
  }

  void check()
  const timer = setInterval(check, CHECK_INTERVAL_MS)

  return {
    async read(query) {
      if (!isUsed) return primary.read(query)
      try {
        return { result: await query(replica), fresh: false }
      } catch (error) {
        if (isRejectedStatement(error) || isReadOnly(error)) throw error
        setReplicaUsed(false, { err: error })
        return primary.read(query)
      }
    },
    isReplicaUsed: () => isUsed === true,
    async close() {
      clearInterval(timer)
      await replica.destroy()
    },
  }
}
