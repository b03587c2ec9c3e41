import type { Ctx } from '../context.ts'

/** Returns the number of statements in this database that wait for a lock. */
export async function countLockWaiters({ pool }: Pick<Ctx, 'pool'>): Promise<number | null> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount
}
