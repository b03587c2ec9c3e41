import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Adds the index by which the page of cases that wait for an answer is read without sorting all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'cases_asked_by_urgency', {
    definition: sql`on cases ((severity = 'CRITICAL') desc, "dueAt", id) where state = 'ASKED'`,
  })
}
