import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Migration } from '../db/run-migrations.ts'

/** Modes of table locks behind which writes queue. */
const BLOCKING = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']
const ACTIVE_TRANSACTION = '25001'

const CHANGES_ROWS = /^\s*(?:with\b[\s\S]*\b)?(?:update|delete|insert|merge)\b/i
const CHANGES_OLD_ROWS = /^\s*(?:with\b[\s\S]*\b)?(?:update|delete|merge)\b/i
const READS = /^\s*(?:select|with|values)\b/i

const IN_A_MIGRATION_OF_ITS_OWN = 'in a later migration of its own'
/** How to avoid a lock, by the first pattern that matches the statement. */
const ADVICE: [pattern: RegExp, advice: string][] = [
  [/\bcreate\s+(?:unique\s+)?index\b/i, 'Build the index with buildIndex, in a migration with outsideTransaction.'],
  [/\bdrop\s+index\b/i, 'Use drop index concurrently, in a migration with outsideTransaction.'],
  [/\breindex\b/i, 'Use reindex concurrently, in a migration with outsideTransaction.'],
  [
    /\bset\s+not\s+null\b/i,
    `Add a check that the column is not null as not valid, validate it ${IN_A_MIGRATION_OF_ITS_OWN}, and set not null after that.`,
  ],
  [
    /\b(?:unique|primary\s+key|exclude)\b/i,
    'Build a unique index with buildIndex, and add the constraint with it (add constraint … using index).',
  ],
  [/\bvalidate\s+constraint\b/i, `Validate the constraint ${IN_A_MIGRATION_OF_ITS_OWN}, after that which adds it.`],
  [/\b(?:check|references)\b/i, `Add the constraint as not valid, and validate it ${IN_A_MIGRATION_OF_ITS_OWN}.`],
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
const tablesReadWhole = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
  ...(node.Plans ?? []).flatMap(tablesReadWhole),
]

const withoutComments = (text: string): string => text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')

/** Watches how statements affect the tables that existed before. */
class LockWatcher {
  readonly complaints: string[] = []
  private readonly client: pg.Client
  private readonly before: Map<string, Table>

  private constructor(client: pg.Client, before: Map<string, Table>) {
    this.client = client
    this.before = before
  }

  static async start(client: pg.Client): Promise<LockWatcher> {
    // With these settings a plan reads a table completely only if no index applies, however few rows it has.
    await client.query('set enable_seqscan = off; set enable_indexonlyscan = off')
    const { rows } = await client.query<Table & { oid: string }>(
      `select oid, relname as name, relfilenode as file from pg_class
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    )
    return new LockWatcher(client, new Map(rows.map(({ oid, ...table }) => [oid, table])))
  }

  private addComplaint(text: string, problem: string, advice: string): void {
    this.complaints.push(`${text.trim().replace(/\s+/g, ' ').slice(0, 120)}\n  ${problem} ${advice}`)
  }

  /** Returns the tables whose writers wait for this transaction. */
  private async locked(): Promise<string[]> {
    const { rows } = await this.client.query<{ oid: string }>(
      `select distinct relation as oid from pg_locks
       where pid = pg_backend_pid() and locktype = 'relation' and mode = any($1)`,
      [BLOCKING],
    )
    return rows.flatMap(({ oid }) => this.before.get(oid)?.name ?? [])
  }

  private async scans(): Promise<number> {
    const { rows } = await this.client.query<{ scans: string }>(
      'select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) as scans from pg_stat_xact_user_tables where relid = any($1)',
      [[...this.before.keys()]],
    )
    return Number(rows[0]?.scans)
  }

  private async rewritten(): Promise<string[]> {
    const { rows } = await this.client.query<{ oid: string; file: string }>(
      'select oid, relfilenode as file from pg_class where oid = any($1)',
      [[...this.before.keys()]],
    )
    return rows.flatMap(({ oid, file }) => {
      const table = this.before.get(oid)
      return table && table.file !== file ? table.name : []
    })
  }

  private async readWhole(text: string, values: unknown[]): Promise<string[]> {
    const { rows } = await this.client.query(`explain (format json) ${text}`, values)
    const known = new Set([...this.before.values()].map(({ name }) => name))
    return tablesReadWhole(rows[0]['QUERY PLAN'][0].Plan).filter((name) => known.has(name))
  }

  /** Runs a statement of a transaction, and adds a complaint if it keeps writers waiting. */
  async run(statement: string, values: unknown[], keepsRows: boolean): Promise<pg.QueryResult> {
    const text = withoutComments(statement)
    if (CHANGES_ROWS.test(text) || READS.test(text)) {
      const whole = [...new Set(await this.readWhole(text, values))].join(', ')
      const locked = (await this.locked()).join(', ')
      if (whole && locked)
        this.addComplaint(
          text,
          `Reads all of ${whole} while writers of ${locked} wait.`,
          'Do so in a migration of its own.',
        )
      else if (whole && CHANGES_OLD_ROWS.test(text) && (keepsRows || !/\blimit\b/i.test(text)))
        this.addComplaint(
          text,
          `Keeps the rows of ${whole} locked until all are changed.`,
          'Use changeInBatches, in a migration with outsideTransaction.',
        )
      return this.client.query(statement, values)
    }
    const scansBefore = await this.scans()
    const result = await this.client.query(statement, values)
    const locked = (await this.locked()).join(', ')
    const rewritten = (await this.rewritten()).join(', ')
    if (/^\s*lock\b/i.test(text) && locked)
      this.addComplaint(text, `Locks out the writers of ${locked}.`, adviceFor(text))
    else if (rewritten) this.addComplaint(text, `Rewrites ${rewritten} while its writers wait.`, adviceFor(text))
    else if (locked && (await this.scans()) > scansBefore)
      this.addComplaint(text, `Reads a whole table while writers of ${locked} wait.`, adviceFor(text))
    else if (/^\s*drop\s+index\b/i.test(text) && locked)
      this.addComplaint(text, `Locks out the writers of ${locked}.`, adviceFor(text))
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
        this.addComplaint(statement, 'Locks out writers until it is done.', adviceFor(statement))
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
  const watcher = await LockWatcher.start(client)
  let inTransaction = false
  const query = async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
    const [command = ''] = /^(?:begin|start transaction|commit|rollback)\b/i.exec(text) ?? []
    if (command) {
      inTransaction = /^(?:begin|start)/i.test(command)
      return client.query(text)
    }
    return inTransaction ? watcher.run(text, values, true) : watcher.runAlone(text, values)
  }
  const pool = {
    connect: async () => ({ query, release: () => {} }),
    end: () => client.end(),
  } as unknown as pg.Pool
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { up, outsideTransaction } = migration
    await (outsideTransaction ? db.connection().execute(up) : db.transaction().execute(up))
    return watcher.complaints
  } finally {
    await db.destroy()
  }
}
