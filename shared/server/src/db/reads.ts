import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createDatabase, createPool, type Database, isRefusedStatement } from './database.ts'
import { isReadOnly } from './outages.ts'
import { requireServiceRole } from './require-database.ts'

/** A database that is only read from. */
export type ReadDatabase = Pick<Database, 'selectFrom' | 'getExecutor'>

/** What was read, and whether the database that is written to said so; what is not fresh may be ten seconds old. */
export type Reading<Result> = { result: Result; fresh: boolean }

export type Reads = {
  /** Reads what may be a little old from the replica, or from the database itself while the replica is of no use. */
  read: <Result>(query: (db: ReadDatabase) => Promise<Result>) => Promise<Reading<Result>>
  /** Whether the replica is of use at this moment; undefined where there is none. */
  isReplicaUsed: () => boolean | undefined
  close: () => Promise<void>
}

/** Further behind than this it is not used. Nothing written for as long looks the same, and costs nothing then. */
const LAG_MAX_SECONDS = 10
const CHECK_INTERVAL = 2_000

/** Null for a server that does not follow another one. */
async function lagOf(replica: ReadDatabase): Promise<number | null> {
  const { rows } = await sql<{ lag: number | null }>`
    select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as lag
    where pg_is_in_recovery()`.execute(replica)
  return rows[0]?.lag ?? null
}

export function readsAtHome(db: Database): Reads {
  return {
    read: async (query) => ({ result: await query(db), fresh: true }),
    isReplicaUsed: () => undefined,
    close: async () => {},
  }
}

type Parts = {
  url: string
  connections: number
  patience?: number | undefined
  db: Database
  log: Logger
  /** Refuses a role with more privileges than services need. */
  production: boolean
}

export function createReads({ url, connections, patience, db, log, production }: Parts): Reads {
  const pool = createPool(url, connections, patience, '-c default_transaction_read_only=on')
  pool.on('error', () => {})
  const replica = createDatabase(pool)
  const home = readsAtHome(db)
  let inUse: boolean | undefined
  let checking = false

  function use(now: boolean, why: object): void {
    if (inUse === now) return
    inUse = now
    if (now) log.info(why, 'the read replica is used')
    else log.warn(why, 'the read replica is not used')
  }

  async function check(): Promise<void> {
    if (checking) return
    checking = true
    try {
      if (production && !inUse) await requireServiceRole(pool, 'DATABASE_READ_URL')
      const lag = await lagOf(replica)
      use(lag !== null && lag <= LAG_MAX_SECONDS, { lag })
    } catch (error) {
      use(false, { err: error })
    }
    checking = false
  }

  void check()
  const timer = setInterval(check, CHECK_INTERVAL)

  return {
    async read(query) {
      if (!inUse) return home.read(query)
      try {
        return { result: await query(replica), fresh: false }
      } catch (error) {
        if (isRefusedStatement(error) || isReadOnly(error)) throw error
        use(false, { err: error })
        return home.read(query)
      }
    },
    isReplicaUsed: () => inUse === true,
    async close() {
      clearInterval(timer)
      await replica.destroy()
    },
  }
}
