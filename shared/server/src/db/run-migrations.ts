import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'

export type Migration = {
  up: (db: Kysely<unknown>) => Promise<void>
  /** Runs each statement on its own. Such a migration must be repeatable after any of them. */
  outsideTransaction?: boolean
}

export type Options = {
  /** The longest wait for one lock. Writers of the table queue behind this wait. */
  lockTimeoutMs?: number
  /** The time after which a migration that does not get its locks is given up. */
  giveUpAfterMs?: number
  /** Receives one line for each attempt that did not get its locks. */
  report?: (line: string) => void
}

/** Shorter than the 2 s statement timeout of the gateway, so that a write queued behind a migration succeeds. */
const LOCK_TIMEOUT_MS = 1_500
const GIVE_UP_AFTER_MS = 10 * 60_000
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 15_000]

/** The key of Kysely's own migrator, which earlier releases use. */
const LOCK_KEY = '3853314791062309107'

const [LOCK_NOT_AVAILABLE, DEADLOCK] = ['55P03', '40P01']
const isLockFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK)

/** Returns the backoff before the next attempt; the jitter keeps two migrators from colliding repeatedly. */
const getBackoffMs = (attempt: number): number =>
  Math.min(SHORTEST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)

/**
 * Runs work that no two sessions may do at the same time. The lock is polled: a session that waits inside the database
 * holds a snapshot, for which `create index concurrently` in the session with the lock would wait in turn.
 */
export async function withMigrationLock<Result>(
  session: Kysely<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${sql.lit(LOCK_KEY)}) as locked`.execute(session)
    if (rows[0]?.locked) break
    await pause(Math.min(getBackoffMs(attempt), 1_000))
  }
  try {
    return await work()
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(LOCK_KEY)})`.execute(session)
  }
}

/** Creates the table of applied migrations, as Kysely's migrator does. */
export async function createMigrationTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists kysely_migration (
      name varchar(255) primary key,
      timestamp varchar(255) not null
    )`.execute(db)
}

async function listApplied(session: Kysely<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(session)
  return new Set(rows.map(({ name }) => name))
}

async function apply(session: Kysely<unknown>, name: string, { up, outsideTransaction }: Migration): Promise<void> {
  const applyIn = async (db: Kysely<unknown>): Promise<void> => {
    await up(db)
    const at = new Date().toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`.execute(db)
  }
  if (outsideTransaction) await applyIn(session)
  else await session.transaction().execute(applyIn)
}

/** Names the other sessions that hold locks on tables of this database, those of the longest transactions first. */
async function listLockHolders(session: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ holder: string }>`
    select coalesce(nullif(application_name, ''), usename, 'a session') || ' (pid ' || pid || ')' as holder
    from pg_stat_activity
    where pid <> pg_backend_pid() and pid in (
      select pid from pg_locks join pg_class on pg_class.oid = relation and relkind = 'r'
      where granted and database = (select oid from pg_database where datname = current_database())
        and relnamespace <> 'pg_catalog'::regnamespace)
    order by xact_start limit 5`.execute(session)
  return rows.map(({ holder }) => holder).join(', ') || 'nothing any more'
}

/** Repeats work that did not get its locks, with backoff, until it succeeds or is given up. */
export async function retryForLocks(
  session: Kysely<unknown>,
  title: string,
  work: () => Promise<void>,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, giveUpAfterMs = GIVE_UP_AFTER_MS, report = () => {} }: Options = {},
): Promise<void> {
  const deadline = Date.now() + giveUpAfterMs
  for (let attempt = 0; ; attempt += 1) {
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, false)`.execute(session)
    try {
      return await work()
    } catch (error) {
      if (!isLockFailure(error)) throw error
      const holders = await listLockHolders(session)
      const wait = getBackoffMs(attempt)
      if (Date.now() + wait > deadline)
        throw new Error(
          `${title} is given up: it did not get its locks. Tables are in use by ${holders}. Run it again later.`,
          { cause: error },
        )
      report(
        `${title} waits for locks. Tables are in use by ${holders}. Next attempt in ${(wait / 1_000).toFixed(1)} s.`,
      )
      await pause(wait)
    }
  }
}

/**
 * Applies the migrations whose names the database lacks, and returns those names. Each has its own transaction, so a
 * failed one leaves the earlier ones in place. Ignores migrations of a later release that the database already has.
 */
export async function runMigrations(
  db: Kysely<unknown>,
  migrations: Record<string, Migration>,
  options: Options = {},
): Promise<string[]> {
  return db.connection().execute((session) =>
    withMigrationLock(session, async () => {
      await createMigrationTable(session)
      const applied = await listApplied(session)
      const pending = Object.entries(migrations)
        .filter(([name]) => !applied.has(name))
        .sort(([one], [other]) => (one < other ? -1 : 1))
      for (const [name, migration] of pending)
        await retryForLocks(session, name, () => apply(session, name, migration), options)
      return pending.map(([name]) => name)
    }),
  )
}
