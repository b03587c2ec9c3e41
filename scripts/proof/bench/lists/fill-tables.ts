import type pg from 'pg'

/**
 * Runs statements that can distribute rows among members with the temporary table `numbered` (the ids of members with
 * consecutive numbers `at`). Foreign keys are not checked.
 */
export async function fillTables(pool: pg.Pool, statements: string[], tables: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0')
    await client.query(
      `create temporary table numbered as
      select id, row_number() over (order by id) - 1 as at from members where id > 0`,
    )
    await client.query('create unique index on numbered (at)')
    await client.query('analyze numbered')
    for (const statement of statements) await client.query(statement)
    await client.query(`vacuum (analyze) ${tables}`)
  } finally {
    client.release(true)
  }
}
