import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Migration } from '../db/run-migrations.ts'

/** Modes of table locks behind which writes queue. */
const BLOCKING_MODES = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']
/** The SQLSTATE of a statement that cannot run inside of a transaction. */
const ACTIVE_SQL_TRANSACTION = '25001'

/** Patterns of statements, which may begin with a common table expression. */
const ROW_CHANGE = /^\s*(?:with\b[\s\S]*\b)?(?:update|delete|insert|merge)\b/i
const EXISTING_ROW_CHANGE = /^\s*(?:with\b[\s\S]*\b)?(?:update|delete|merge)\b/i
const READ_QUERY = /^\s*(?:select|with|values)\b/i

const IN_A_LATER_MIGRATION = 'in a later migration of its own'
/** Advice on avoiding a lock, for statements that match the pattern. The first match applies. */
const ADVICE: [pattern: RegExp, advice: string][] = [
  [/\bcreate\s+(?:unique\s+)?index\b/i, 'Build the index with buildIndex, in a migration with outsideTransaction.'],
  [/\bdrop\s+index\b/i, 'Use drop index concurrently, in a migration with outsideTransaction.'],
  [/\breindex\b/i, 'Use reindex concurrently, in a migration with outsideTransaction.'],
  [
    /\bset\s+not\s+null\b/i,
    `Add a check that the column is not null as not valid, validate it ${IN_A_LATER_MIGRATION}, and set not null after that.`,
  ],
  [
    /\b(?:unique|primary\s+key|exclude)\b/i,
    'Build a unique index with buildIndex, and add the constraint with it (add constraint … using index).',
  ],
  [/\bvalidate\s+constraint\b/i, `Validate the constraint ${IN_A_LATER_MIGRATION}, after the one that adds it.`],
  [/\b(?:check|references)\b/i, `Add the constraint as not valid, and validate it ${IN_A_LATER_MIGRATION}.`],
  [
    /\badd\b(?!\s+constraint)/i,
    'Add the column without this default, set the default for new rows, and fill old rows with changeInBatches.',
  ],
  [/\btype\b/i, 'Add a new column, fill it with changeInBatches, and drop the old one in the release after.'],
]

const findAdvice = (text: string): string =>
  ADVICE.find(([pattern]) => pattern.test(text))?.[1] ?? 'Find a form of the statement that does not lock out writers.'

/** A table, and the number of the file that contains its rows. */
type Table = { name: string; file: string }
type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] }

/** Returns the tables that a plan reads completely. */
const listSequentialScans = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
  ...(node.Plans ?? []).flatMap(listSequentialScans),
]

const removeComments = (text: string): string => text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')

/** Runs statements and finds those that block writers of the tables that existed before the migration. */
class LockMonitor {
  readonly violations: string[] = []
  private readonly client: pg.Client
  private readonly existingTables: Map<string, Table>

  private constructor(client: pg.Client, existingTables: Map<string, Table>) {
    this.client = client
    this.existingTables = existingTables
  }

  static async start(client: pg.Client): Promise<LockMonitor> {
    // With these settings, a plan contains a sequential scan only if no index applies, even for a table with few rows.
    await client.query('set enable_seqscan = off; set enable_indexonlyscan = off')
    const { rows } = await client.query<Table & { oid: string }>(
      `select oid, relname as name, relfilenode as file from pg_class
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    )
    return new LockMonitor(client, new Map(rows.map(({ oid, ...table }) => [oid, table])))
  }

  private addViolation(text: string, problem: string, advice: string): void {
    this.violations.push(`${text.trim().replace(/\s+/g, ' ').slice(0, 120)}\n  ${problem} ${advice}`)
  }

  /** Returns the names of the tables whose writers wait for this transaction. */
  private async listLockedTables(): Promise<string[]> {
    const { rows } = await this.client.query<{ oid: string }>(
      `select distinct relation as oid from pg_locks
       where pid = pg_backend_pid() and locktype = 'relation' and mode = any($1)`,
      [BLOCKING_MODES],
    )
    return rows.flatMap(({ oid }) => this.existingTables.get(oid)?.name ?? [])
  }

  /** Counts the sequential and index scans of the existing tables in this transaction. */
  private async countScans(): Promise<number> {
    const { rows } = await this.client.query<{ scans: string }>(
      `select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) as scans from pg_stat_xact_user_tables
       where relid = any($1)`,
      [[...this.existingTables.keys()]],
    )
    return Number(rows[0]?.scans)
  }

  /** Returns the names of the tables whose files have been replaced. */
  private async listRewrittenTables(): Promise<string[]> {
    const { rows } = await this.client.query<{ oid: string; file: string }>(
      'select oid, relfilenode as file from pg_class where oid = any($1)',
      [[...this.existingTables.keys()]],
    )
    return rows.flatMap(({ oid, file }) => {
      const table = this.existingTables.get(oid)
      return table && table.file !== file ? table.name : []
    })
  }

  /** Returns the names of the tables that a statement would read completely, by its plan. */
  private async listFullyReadTables(text: string, values: unknown[]): Promise<string[]> {
    const { rows } = await this.client.query(`explain (format json) ${text}`, values)
    const existingNames = new Set([...this.existingTables.values()].map(({ name }) => name))
    return listSequentialScans(rows[0]['QUERY PLAN'][0].Plan).filter((name) => existingNames.has(name))
  }

  /** Runs a statement, and adds a violation if it would block writers for long. */
  async run(statement: string, values: unknown[], isInTransaction: boolean): Promise<pg.QueryResult> {
    const text = removeComments(statement)
    if (ROW_CHANGE.test(text) || READ_QUERY.test(text)) {
      const fullyReadTables = [...new Set(await this.listFullyReadTables(text, values))].join(', ')
      const lockedTables = (await this.listLockedTables()).join(', ')
      if (fullyReadTables && lockedTables)
        this.addViolation(
          text,
          `Reads all of ${fullyReadTables} while writers of ${lockedTables} wait.`,
          'Do so in a migration of its own.',
        )
      else if (fullyReadTables && EXISTING_ROW_CHANGE.test(text) && (isInTransaction || !/\blimit\b/i.test(text)))
        this.addViolation(
          text,
          `Keeps the rows of ${fullyReadTables} locked until all are changed.`,
          'Use changeInBatches, in a migration with outsideTransaction.',
        )
      return this.client.query(statement, values)
    }
    const scansBefore = await this.countScans()
    const result = await this.client.query(statement, values)
    const lockedTables = (await this.listLockedTables()).join(', ')
    const rewrittenTables = (await this.listRewrittenTables()).join(', ')
    if (/^\s*lock\b/i.test(text) && lockedTables)
      this.addViolation(text, `Locks out the writers of ${lockedTables}.`, findAdvice(text))
    else if (rewrittenTables)
      this.addViolation(text, `Rewrites ${rewrittenTables} while its writers wait.`, findAdvice(text))
    else if (lockedTables && (await this.countScans()) > scansBefore)
      this.addViolation(text, `Reads a whole table while writers of ${lockedTables} wait.`, findAdvice(text))
    else if (/^\s*drop\s+index\b/i.test(text) && lockedTables)
      this.addViolation(text, `Locks out the writers of ${lockedTables}.`, findAdvice(text))
    return result
  }

  /**
   * Runs a statement of a migration with `outsideTransaction`, if possible in a transaction of its own, to see its
   * locks.
   */
  async runAlone(statement: string, values: unknown[]): Promise<pg.QueryResult> {
    await this.client.query('begin')
    try {
      const result = await this.run(statement, values, false)
      await this.client.query('commit')
      return result
    } catch (error) {
      await this.client.query('rollback')
      if (!(error instanceof pg.DatabaseError) || error.code !== ACTIVE_SQL_TRANSACTION) throw error
      if (!/\bconcurrently\b/i.test(statement))
        this.addViolation(statement, 'Locks out writers until it is done.', findAdvice(statement))
      return this.client.query(statement, values)
    }
  }
}

/**
 * Runs a migration on a database that has the earlier ones. Returns the statements that would block writers of a large
 * database, each with advice: those that hold locks while they read or rewrite tables, and updates of all rows at once.
 */
export async function listBlockingStatements(databaseUrl: string, migration: Migration): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const monitor = await LockMonitor.start(client)
  let isInTransaction = false
  const query = async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
    const [command = ''] = /^(?:begin|start transaction|commit|rollback)\b/i.exec(text) ?? []
    if (command) {
      isInTransaction = /^(?:begin|start)/i.test(command)
      return client.query(text)
    }
    return isInTransaction ? monitor.run(text, values, true) : monitor.runAlone(text, values)
  }
  const pool = {
    connect: async () => ({ query, release: () => {} }),
    end: () => client.end(),
  } as unknown as pg.Pool
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { up, outsideTransaction } = migration
    await (outsideTransaction ? db.connection().execute(up) : db.transaction().execute(up))
    return monitor.violations
  } finally {
    await db.destroy()
  }
}
