import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Migration } from '../db/run-migrations.ts'

/** Modes of table locks behind which writes queue. */
const BLOCKING = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']
const ACTIVE_TRANSACTION = '25001'

const CHANGES_ROWS = /^\s*(?:with\b[\s\S]*\b)?(?:update|delete|insert|merge)\b/i
const CHANGES_OLD_ROWS = /^\s*(?:with\b[\s\S]*\b)?(?:update|delete|merge)\b/i
const READS = /^\s*(?:select|with|values)\b/i

const IN_A_LATER_MIGRATION = 'in a later migration of its own'
/** How to avoid a lock, by the first pattern that matches the statement. */
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

const adviceFor = (text: string): string =>
  ADVICE.find(([pattern]) => pattern.test(text))?.[1] ?? 'Find a form of the statement that does not lock out writers.'

type Table = { name: string; file: string }
type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] }

/** Returns the tables that a plan reads completely. */
const listSequentialScans = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
  ...(node.Plans ?? []).flatMap(listSequentialScans),
]

const withoutComments = (text: string): string => text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')

/** Observes how statements affect the tables that existed before. */
class LockMonitor {
  readonly violations: string[] = []
  private readonly client: pg.Client
  private readonly existingTables: Map<string, Table>

  private constructor(client: pg.Client, existingTables: Map<string, Table>) {
    this.client = client
    this.existingTables = existingTables
  }

  static async start(client: pg.Client): Promise<LockMonitor> {
    // With these settings a plan reads a table completely only if no index applies, however few rows it has.
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

  /** Returns the tables whose writers wait for this transaction. */
  private async listLockedTables(): Promise<string[]> {
    const { rows } = await this.client.query<{ oid: string }>(
      `select distinct relation as oid from pg_locks
       where pid = pg_backend_pid() and locktype = 'relation' and mode = any($1)`,
      [BLOCKING],
    )
    return rows.flatMap(({ oid }) => this.existingTables.get(oid)?.name ?? [])
  }

  private async countScans(): Promise<number> {
    const { rows } = await this.client.query<{ scans: string }>(
      'select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) as scans from pg_stat_xact_user_tables where relid = any($1)',
      [[...this.existingTables.keys()]],
    )
    return Number(rows[0]?.scans)
  }

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

  private async listFullyReadTables(text: string, values: unknown[]): Promise<string[]> {
    const { rows } = await this.client.query(`explain (format json) ${text}`, values)
    const known = new Set([...this.existingTables.values()].map(({ name }) => name))
    return listSequentialScans(rows[0]['QUERY PLAN'][0].Plan).filter((name) => known.has(name))
  }

  /** Runs a statement of a transaction, and adds a violation if it keeps writers waiting. */
  async run(statement: string, values: unknown[], isInTransaction: boolean): Promise<pg.QueryResult> {
    const text = withoutComments(statement)
    if (CHANGES_ROWS.test(text) || READS.test(text)) {
      const fullyRead = [...new Set(await this.listFullyReadTables(text, values))].join(', ')
      const locked = (await this.listLockedTables()).join(', ')
      if (fullyRead && locked)
        this.addViolation(
          text,
          `Reads all of ${fullyRead} while writers of ${locked} wait.`,
          'Do so in a migration of its own.',
        )
      else if (fullyRead && CHANGES_OLD_ROWS.test(text) && (isInTransaction || !/\blimit\b/i.test(text)))
        this.addViolation(
          text,
          `Keeps the rows of ${fullyRead} locked until all are changed.`,
          'Use changeInBatches, in a migration with outsideTransaction.',
        )
      return this.client.query(statement, values)
    }
    const scansBefore = await this.countScans()
    const result = await this.client.query(statement, values)
    const locked = (await this.listLockedTables()).join(', ')
    const rewritten = (await this.listRewrittenTables()).join(', ')
    if (/^\s*lock\b/i.test(text) && locked)
      this.addViolation(text, `Locks out the writers of ${locked}.`, adviceFor(text))
    else if (rewritten) this.addViolation(text, `Rewrites ${rewritten} while its writers wait.`, adviceFor(text))
    else if (locked && (await this.countScans()) > scansBefore)
      this.addViolation(text, `Reads a whole table while writers of ${locked} wait.`, adviceFor(text))
    else if (/^\s*drop\s+index\b/i.test(text) && locked)
      this.addViolation(text, `Locks out the writers of ${locked}.`, adviceFor(text))
    return result
  }

  /** Runs a statement outside of a transaction, in one of its own if PostgreSQL allows that. */
  async runAlone(statement: string, values: unknown[]): Promise<pg.QueryResult> {
    await this.client.query('begin')
    try {
      const result = await this.run(statement, values, false)
      await this.client.query('commit')
      return result
    } catch (error) {
      await this.client.query('rollback')
      if (!(error instanceof pg.DatabaseError) || error.code !== ACTIVE_TRANSACTION) throw error
      if (!/\bconcurrently\b/i.test(statement))
        this.addViolation(statement, 'Locks out writers until it is done.', adviceFor(statement))
      return this.client.query(statement, values)
    }
  }
}

/**
 * Runs a migration on a database that has the earlier ones. Returns the statements that would keep writers waiting on a
 * large database: those that hold locks while they read or rewrite tables, and changes of all rows at once.
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
