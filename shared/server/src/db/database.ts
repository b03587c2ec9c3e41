import { type CompiledQuery, Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely'
import pg from 'pg'
import { connectionsFor } from './connections.ts'
import { isOutage } from './outages.ts'
import type { DB } from './tables.ts'

export type Database = Kysely<DB>
export type DatabaseTransaction = Transaction<DB>

/** What PostgreSQL writes where its time zone is UTC; a list holds hundreds, and reading one as a date takes three times as long. */
const UTC_TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

function parseTimestamp(value: string): string {
  const [, day, time, fraction = ''] = UTC_TIMESTAMP.exec(value) ?? []
  return day ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z` : new Date(value).toISOString()
}

/** Rows hold times as ISO strings, as answers and pushes do; bigints stay strings. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp)

const STATEMENT_TIMEOUT_MS = 10_000
/**
 * Opening a connection on a busy machine may take as long as a call waits for one, so that connections outlive a lull. They
 * stay below the five minutes and more after which firewalls forget an idle connection.
 */
const IDLE_TIMEOUT = 4 * 60_000

/**
 * A connection is waited for at most 2 s. A statement may take as long as `patience` says: then the database ends it, and one
 * that does not even say so is given up a moment later.
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
    idleTimeoutMillis: IDLE_TIMEOUT,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs * 1.1,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    // Statements that end within milliseconds are not worth compiling.
    options: `-c jit=off ${options}`,
  })

export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: connectionsFor(pool) }) })

/** Runs a statement under a name, so that the server keeps its plan: for the hottest ones, whose text is always the same. */
export async function runNamed<Row>(
  pool: pg.Pool,
  name: string,
  { sql, parameters }: CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await pool.query({ name, text: sql, values: [...parameters] })
  return rows
}

/** How a statement reaches the database: under a name outside of transactions, as it is inside of them. */
export type RunQuery = <Row>(query: RawBuilder<Row>) => Promise<Row[]>

export const createNamedRunner =
  ({ pool, db }: { pool: pg.Pool; db: Database }, name: string): RunQuery =>
  (query) =>
    runNamed(pool, name, query.compile(db))

export const createTransactionRunner =
  (db: Database): RunQuery =>
  async (query) =>
    (await query.execute(db)).rows

/** Throws when the server could lose what it has acknowledged. */
export async function requireDurability(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
  )
  const disabled = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name)
  if (disabled.length > 0)
    throw new Error(`The database would lose acknowledged messages: ${disabled.join(', ')} is off.`)
}

/** The name of the unique constraint that a write ran into, or null for any other failure. */
export function findViolatedConstraint(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return null
  return error.constraint ?? null
}

/** A statement that took too long: a smaller one may succeed. */
const CANCELED = '57014'

/** Whether the database refused what this statement wanted, and another may well succeed. */
export const isRefusedStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === CANCELED || !(isOutage(error) || (error.code ?? 'XX').startsWith('XX')))

/** The column that a write had nothing for and has to have something, or null for any other failure. */
export function findMissingColumn(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23502') return null
  return error.column ?? null
}
