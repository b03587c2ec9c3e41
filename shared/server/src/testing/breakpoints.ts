import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { expect, inject } from 'vitest'
import type { Database } from '../db/database.ts'
import { asOwner, getOwnerUrl } from './context.ts'

/** The key of the lock for which stopped statements wait. */
const LOCK = 4_711

/**
 * The point at which a transaction stops: a table, before one of its rows is written; a table and the new state of the
 * row, such as `mails SENT`; or `commit`, if the transaction has written `cases` or `team_log`.
 */
type Breakpoint = string

const STOPPED = `from pg_locks
  where locktype = 'advisory' and objid = ${LOCK} and not granted
    and database = (select oid from pg_database where datname = current_database())`

/** Connects as the superuser, who can see and end the connections of services. */
async function connectSuperuser(db: Database): Promise<pg.Client> {
  const { pathname } = new URL(await getOwnerUrl(db))
  const client = new pg.Client({
    connectionString: Object.assign(new URL(inject('testInfra').databaseUrl), { pathname }).href,
  })
  await client.connect()
  return client
}

export type Breakpoints = {
  /** Stops later statements at this breakpoint, and at no other; null stops none. */
  stopAt: (breakpoint: Breakpoint | null) => Promise<void>
  /** Waits until this many statements have stopped. */
  waitForStopped: (count: number) => Promise<void>
  /** Lets stopped statements continue, and waits until their connections have ended. Call it once the process is dead. */
  continueStopped: () => Promise<void>
  /** Ends the connections of stopped statements, as if the process had died before it sent them. */
  abortStopped: () => Promise<void>
}

/**
 * Installs triggers that stop other processes at statements that write these tables, and at their commits, so that a test
 * can kill them there; in the outbox only at inserts, since services delete delivered rows at any time. When the test
 * continues their connections, the database finishes the current statement or commit of the dead process, and rolls an
 * open transaction back.
 */
export async function createBreakpoints(
  db: Database,
  tables: string[],
): Promise<Breakpoints & { close: () => Promise<void> }> {
  const statements: RawBuilder<unknown>[] = [
    sql`create table current_breakpoint (name text)`,
    sql`insert into current_breakpoint values (null)`,
    sql`
      create function stop_here() returns trigger language plpgsql security definer as $$
      begin
        if (select name from current_breakpoint) in (tg_argv[0], tg_argv[0] || ' ' || (to_jsonb(new) ->> 'state')) then
          perform pg_advisory_xact_lock(${sql.lit(LOCK)});
        end if;
        return coalesce(new, old);
      end $$`,
    ...tables.map(
      (table) => sql`
        create trigger stop_here before ${sql.raw(table === 'outbox' ? 'insert' : 'insert or update or delete')} on ${sql.table(table)}
        for each row execute function stop_here(${sql.lit(table)})`,
    ),
    ...['cases', 'team_log'].map(
      (table) => sql`
        create constraint trigger stop_commit after insert or update on ${sql.table(table)}
        deferrable initially deferred for each row execute function stop_here('commit')`,
    ),
  ]
  for (const statement of statements) await asOwner(db, statement)
  const client = await connectSuperuser(db)
  await client.query(`select pg_advisory_lock(${LOCK})`)
  const countStopped = async () => (await client.query(`select ${STOPPED}`)).rowCount
  const listStopped = async (): Promise<number[]> =>
    (await client.query(`select pid ${STOPPED}`)).rows.map(({ pid }) => pid)
  const waitForEnd = (pids: number[]) =>
    expect
      .poll(async () => (await client.query('select from pg_stat_activity where pid = any($1)', [pids])).rowCount)
      .toBe(0)
  return {
    stopAt: async (breakpoint) => void (await client.query('update current_breakpoint set name = $1', [breakpoint])),
    waitForStopped: (count) => expect.poll(countStopped).toBe(count),
    async continueStopped() {
      const pids = await listStopped()
      await client.query(`select pg_advisory_unlock(${LOCK})`)
      await waitForEnd(pids)
      await client.query(`select pg_advisory_lock(${LOCK})`)
    },
    async abortStopped() {
      const pids = await listStopped()
      await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids])
      await waitForEnd(pids)
    },
    close: () => client.end(),
  }
}
