import { type CompiledQuery, Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely'
import pg from 'pg'
import { createGuardedPool } from './connections.ts'
import { isOutage } from './outages.ts'
import type { DB } from './tables.ts'

export type Database = Kysely<DB>
export type DatabaseTransaction = Transaction<DB>

/**
 * PostgreSQL's format of timestamps in UTC. A response may contain hundreds of them, and parsing one as a `Date` takes
 * three times as long.
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
/** The longest time that a caller waits for a free or new connection. */
const CONNECTION_TIMEOUT_MS = 2_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000
/**
 * Opening a connection on a busy machine may take longer than a request can wait, so connections stay open through
 * quiet periods. The timeout is shorter than the five minutes or more after which firewalls drop idle connections.
 */
const IDLE_TIMEOUT_MS = 4 * 60_000

/**
 * Creates a pool. The database cancels a statement after `statementTimeoutMs`; if it does not respond even then, the
 * client rejects the query a moment later. `options` are further settings of the session, such as
 * `-c default_transaction_read_only=on`.
 */
export const createPool = (
  databaseUrl: string,
  maxConnections: number,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  options = '',
): pg.Pool =>
  new pg.Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    types,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs * 1.1,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    // JIT compilation would take longer than the statements themselves.
    options: `-c jit=off ${options}`,
  })

export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: createGuardedPool(pool) }) })

/**
 * Runs a query as a named prepared statement, so that the server can reuse its plan. Use it only for frequent
 * statements whose text never changes.
 */
export async function runNamed<Row>(
  pool: pg.Pool,
  name: string,
  { sql, parameters }: CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await pool.query({ name, text: sql, values: [...parameters] })
  return rows
}

/** Runs a query and returns its rows; as a named prepared statement or in a transaction. */
export type RunQuery = <Row>(query: RawBuilder<Row>) => Promise<Row[]>

/** Creates a function that runs queries outside of transactions, as the named prepared statement `name`. */
export const createNamedRunner =
  ({ pool, db }: { pool: pg.Pool; db: Database }, name: string): RunQuery =>
  (query) =>
    runNamed(pool, name, query.compile(db))

/** Creates a function that runs queries in a transaction. */
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
    throw new Error(`The database could lose acknowledged writes in a crash. Turn on: ${disabled.join(', ')}.`)
}

const UNIQUE_VIOLATION = '23505'
const NOT_NULL_VIOLATION = '23502'

/** Returns the name of the unique constraint that a write violated, or null for any other error. */
export function findViolatedConstraint(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) return null
  return error.constraint ?? null
}

/**
 * The SQLSTATE of a canceled statement, such as after its timeout. A statement for fewer rows may succeed.
 */
const QUERY_CANCELED = '57014'
/** The class of SQLSTATEs for internal errors and corrupted data. */
const INTERNAL_ERROR_CLASS = 'XX'

/** Returns whether the database rejected this particular statement, so that another one may succeed. */
export const isRejectedStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === QUERY_CANCELED ||
    !(isOutage(error) || (error.code ?? INTERNAL_ERROR_CLASS).startsWith(INTERNAL_ERROR_CLASS)))

/** Returns the column for which a write lacked a required value, or null for any other error. */
export function findMissingColumn(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== NOT_NULL_VIOLATION) return null
  return error.column ?? null
}
