import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { expect, inject } from 'vitest'
import type { Database } from '../db/database.ts'
import { asOwner, getOwnerUrl } from './context.ts'

/** The key of the lock for which stopped statements wait. */
const LOCK = 4_711

/**
 * A place at which a transaction stops: a table, before a row of it is written; a table and the state of the row, such
 * as `mails SENT`; or `commit`, if the transaction has written `cases` or `team_log`.
 */
type Place = string

const STOPPED = `from pg_locks
  where locktype = 'advisory' and objid = ${LOCK} and not granted
    and database = (select oid from pg_database where datname = current_database())`

/** Connects the superuser, who sees and ends the connections of services. */
async function connectSuperuser(db: Database): Promise<pg.Client> {
  const { pathname } = new URL(await getOwnerUrl(db))
  const client = new pg.Client({
    connectionString: Object.assign(new URL(inject('testInfra').databaseUrl), { pathname }).href,
  })
  await client.connect()
  return client
}

export type StoppingPlaces = {
  /** Stops later statements at this place; null stops none. */
  stopAt: (place: Place | null) => Promise<void>
  /** Waits until this many statements have stopped. */
  waitForStopped: (count: number) => Promise<void>
  /** Lets stopped statements continue, and waits until their connections have ended. Call it once the process is dead. */
  continueStopped: () => Promise<void>
  /** Ends the connections of stopped statements, as if the process had died before it sent them. */
  abortStopped: () => Promise<void>
}

/**
 * Lets a test stop other processes at the statements that write tables, and at their commits, so that it can kill them
 * there. The connections that stop continue once the test allows it: the database then finishes the current statement or
 * commit of a dead process, and rolls an open transaction back.
 */
export async function createStoppingPlaces(
  db: Database,
  tables: string[],
): Promise<StoppingPlaces & { close: () => Promise<void> }> {
  const statements: RawBuilder<unknown>[] = [
    sql`create table stopping_place (name text)`,
    sql`insert into stopping_place values (null)`,
    sql`
      create function stop_here() returns trigger language plpgsql security definer as $$
      begin
        if (select name from stopping_place) in (tg_argv[0], tg_argv[0] || ' ' || (to_jsonb(new) ->> 'state')) then
          perform pg_advisory_xact_lock(${sql.lit(LOCK)});
        end if;
        return coalesce(new, old);
      end $$`,
    ...tables.map(
      (table) => sql`
        create trigger stop_here before insert or update or delete on ${sql.table(table)}
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
    stopAt: async (place) => void (await client.query('update stopping_place set name = $1', [place])),
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
