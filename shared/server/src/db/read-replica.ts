import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createDatabase, createPool, type Database, isRefusedStatement } from './database.ts'
import { isReadOnly } from './outages.ts'
import { requireServiceRole } from './require-database.ts'

/** A database that is only read from. */
export type ReadDatabase = Pick<Database, 'selectFrom' | 'getExecutor'>

/** What was read, and whether the database that is written to said so; what is not fresh may be ten seconds old. */
export type ReplicaRead<Result> = { result: Result; fresh: boolean }

export type ReadReplica = {
  /** Reads what may be a little old from the replica, or from the database itself while the replica is of no use. */
  read: <Result>(query: (db: ReadDatabase) => Promise<Result>) => Promise<ReplicaRead<Result>>
  /** Whether the replica is of use at this moment; undefined where there is none. */
  isReplicaUsed: () => boolean | undefined
  close: () => Promise<void>
}

/** Further behind than this it is not used. Nothing written for as long looks the same, and costs nothing then. */
const LAG_MAX_SECONDS = 10
const CHECK_INTERVAL = 2_000

/** Null for a server that does not follow another one. */
async function measureLagSeconds(replica: ReadDatabase): Promise<number | null> {
  const { rows } = await sql<{ lag: number | null }>`
    select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as lag
    where pg_is_in_recovery()`.execute(replica)
  return rows[0]?.lag ?? null
}

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
  /** Refuses a role with more privileges than services need. */
  production: boolean
}

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
  const timer = setInterval(check, CHECK_INTERVAL)

  return {
    async read(query) {
      if (!isUsed) return primary.read(query)
      try {
        return { result: await query(replica), fresh: false }
      } catch (error) {
        if (isRefusedStatement(error) || isReadOnly(error)) throw error
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
