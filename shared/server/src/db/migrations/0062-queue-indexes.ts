import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Adds indexes for the views of the queue that contain few cases, so that they do not read all waiting cases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const order = sql`((severity = 'CRITICAL') desc, "dueAt", id)`
  await buildIndex(db, 'cases_appealed', { definition: sql`on cases ${order} where state = 'APPEALED'` })
  await buildIndex(db, 'cases_second_look', {
    definition: sql`on cases ${order}
      where state in ('OPEN', 'CLAIMED', 'SECOND_LOOK') and (state = 'SECOND_LOOK' or wider = 'WANTED')`,
  })
}
