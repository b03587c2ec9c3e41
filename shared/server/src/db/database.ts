import { type CompiledQuery, Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely'
import pg from 'pg'
import { connectionsFor } from './connections.ts'
import { isOutage } from './outages.ts'
import type { DB } from './tables.ts'

export type Database = Kysely<DB>
export type DatabaseTransaction = Transaction<DB>

/**
 * The format of PostgreSQL's timestamps in UTC. A list contains hundreds, and parsing one as a Date takes three times
 * as long.
 */
const UTC_TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

function parseTimestamp(value: string): string {
  const [, day, time, fraction = ''] = UTC_TIMESTAMP.exec(value) ?? []
  return day ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z` : new Date(value).toISOString()
}

/** Rows contain times as ISO strings, like responses and pushes; bigints stay strings. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp)

const STATEMENT_TIMEOUT_MS = 10_000
/**
 * Opening a connection on a busy machine may take as long as a request waits for one, so connections outlive quiet
 * periods. The timeout is shorter than the five minutes or more after which firewalls drop idle connections.
 */
const IDLE_TIMEOUT_MS = 4 * 60_000

/**
 * Creates a pool. Getting a connection takes at most 2 s. The database cancels a statement after `statementTimeoutMs`;
 * if it does not respond even then, the client gives up a moment later.
 */
export const createPool = (
  databaseUrl: string,
  max: number,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  options = '',
): pg.Pool =>
  new pg.Pool({
    connectionString: databaseUrl,
    max,
    types,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs * 1.1,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    // Statements that take milliseconds are not worth compiling.
    options: `-c jit=off ${options}`,
  })

export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: connectionsFor(pool) }) })

/**
 * Runs a named prepared statement, so that the server keeps its plan: for the most frequent statements, whose text
 * never changes.
 */
export async function runNamed<Row>(
  pool: pg.Pool,
  name: string,
  { sql, parameters }: CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await pool.query({ name, text: sql, values: [...parameters] })
  return rows
}

/** Runs a query: outside of transactions as a named statement, inside of them as a plain one. */
export type RunQuery = <Row>(query: RawBuilder<Row>) => Promise<Row[]>

export const createNamedRunner =
  ({ pool, db }: { pool: pg.Pool; db: Database }, name: string): RunQuery =>
  (query) =>
    runNamed(pool, name, query.compile(db))

export const createTransactionRunner =
  (db: Database): RunQuery =>
  async (query) =>
    (await query.execute(db)).rows

/** Throws if the server could lose acknowledged writes. */
export async function requireDurability(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
  )
  const disabled = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name)
  if (disabled.length > 0)
    throw new Error(`The database would lose acknowledged messages: ${disabled.join(', ')} is off.`)
}

/** Returns the name of the unique constraint that a write violated, or null for any other error. */
export function findViolatedConstraint(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return null
  return error.constraint ?? null
}

/** The SQLSTATE of a statement that was canceled because it took too long; a smaller one may succeed. */
const CANCELED = '57014'

/** Returns whether the database rejected this particular statement, so that another one may succeed. */
export const isRejectedStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === CANCELED || !(isOutage(error) || (error.code ?? 'XX').startsWith('XX')))

/** Returns the column for which a write lacked a required value, or null for any other error. */
export function findMissingColumn(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23502') return null
  return error.column ?? null
}
