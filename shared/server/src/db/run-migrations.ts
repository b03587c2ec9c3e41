import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'

export type Migration = {
  up: (db: Kysely<unknown>) => Promise<void>
  /** Commits each statement separately. Such a migration must be repeatable after a failure of any statement. */
  outsideTransaction?: boolean
}

export type MigrationOptions = {
  /** The longest wait for one lock. Writers of the table queue behind this wait. */
  lockTimeoutMs?: number
  /** The time after which the migrator gives up on a migration that cannot get its locks. */
  giveUpAfterMs?: number
  /** Called with a line of text for each attempt that did not get its locks. */
  report?: (line: string) => void
}

/** Shorter than the 2 s statement timeout of the gateway, so that a write queued behind a migration succeeds. */
const LOCK_TIMEOUT_MS = 1_500
const GIVE_UP_AFTER_MS = 10 * 60_000
const [BACKOFF_MIN_MS, BACKOFF_MAX_MS] = [250, 15_000]
/** A migrator polls for the migration lock at least this often. */
const MIGRATION_LOCK_POLL_MAX_MS = 1_000

/** The key of the advisory lock, the same as in Kysely's own migrator, which earlier releases use. */
const MIGRATION_LOCK_KEY = '3853314791062309107'

const [LOCK_NOT_AVAILABLE, DEADLOCK] = ['55P03', '40P01']
const isLockFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK)

/** Returns the backoff before the next attempt; the jitter keeps two migrators from colliding repeatedly. */
const getBackoffMs = (attempt: number): number =>
  Math.min(BACKOFF_MIN_MS * 2 ** attempt, BACKOFF_MAX_MS) * (0.5 + Math.random() / 2)

/**
 * Runs work while holding the migration lock. Polls for the lock: a session that waited inside the database would hold
 * a snapshot, and a `create index concurrently` by the lock holder would wait for that snapshot to end.
 */
export async function withMigrationLock<Result>(
  session: Kysely<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${sql.lit(MIGRATION_LOCK_KEY)}) as locked`.execute(session)
    if (rows[0]?.locked) break
    await pause(Math.min(getBackoffMs(attempt), MIGRATION_LOCK_POLL_MAX_MS))
  }
  try {
    return await work()
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK_KEY)})`.execute(session)
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
    const appliedAt = new Date().toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${appliedAt})`.execute(db)
  }
  if (outsideTransaction) await applyIn(session)
  else await session.transaction().execute(applyIn)
}

/** Describes the sessions that hold locks on tables of this database, longest transactions first. */
async function describeLockHolders(session: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ holder: string }>`
    select coalesce(nullif(application_name, ''), usename, 'a session') || ' (pid ' || pid || ')' as holder
    from pg_stat_activity
    where pid <> pg_backend_pid() and pid in (
      select pid from pg_locks join pg_class on pg_class.oid = relation and relkind = 'r'
      where granted and database = (select oid from pg_database where datname = current_database())
        and relnamespace <> 'pg_catalog'::regnamespace)
    order by xact_start limit 5`.execute(session)
  return rows.map(({ holder }) => holder).join(', ') || 'no session anymore'
}

/** Repeats work that did not get its locks, with backoff. Throws after `giveUpAfterMs`. */
export async function retryForLocks(
  session: Kysely<unknown>,
  title: string,
  work: () => Promise<void>,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, giveUpAfterMs = GIVE_UP_AFTER_MS, report = () => {} }: MigrationOptions = {},
): Promise<void> {
  const deadline = Date.now() + giveUpAfterMs
  for (let attempt = 0; ; attempt += 1) {
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, false)`.execute(session)
    try {
      return await work()
    } catch (error) {
      if (!isLockFailure(error)) throw error
      const holders = await describeLockHolders(session)
      const waitMs = getBackoffMs(attempt)
      if (Date.now() + waitMs > deadline)
        throw new Error(`${title}: gave up waiting for locks. Tables are in use by ${holders}. Run it again later.`, {
          cause: error,
        })
      report(
        `${title} is waiting for locks. Tables are in use by ${holders}. Next attempt in ${(waitMs / 1_000).toFixed(1)} s.`,
      )
      await pause(waitMs)
    }
  }
}

/**
 * Applies the migrations whose names the database lacks, and returns those names. Each has its own transaction, or none
 * with `outsideTransaction`, so a failed one leaves the earlier ones in place. Ignores migrations of a later release
 * that the database already has.
 */
export async function runMigrations(
  db: Kysely<unknown>,
  migrations: Record<string, Migration>,
  options: MigrationOptions = {},
): Promise<string[]> {
  return db.connection().execute((session) =>
    withMigrationLock(session, async () => {
      await createMigrationTable(session)
      const applied = await listApplied(session)
      const pending = Object.entries(migrations)
        .filter(([name]) => !applied.has(name))
        .sort(([name], [otherName]) => (name < otherName ? -1 : 1))
      for (const [name, migration] of pending)
        await retryForLocks(session, name, () => apply(session, name, migration), options)
      return pending.map(([name]) => name)
    }),
  )
}
