import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * Returns the number of rows of each table and a hash of their contents, in one statement. Two results are equal only if
 * the rows are equal. Reading the rows themselves would take longer with each test that adds some. `conditions` select
 * the rows of a table.
 */
export async function hashTables(
  db: Database,
  tables: readonly string[],
  conditions: Record<string, RawBuilder<unknown>> = {},
): Promise<Record<string, string>> {
  const hashes = tables.map(
    (table) => sql`
      select ${table}::text as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as hash
      from ${sql.table(table)} t where ${conditions[table] ?? sql`true`}`,
  )
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
