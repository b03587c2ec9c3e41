import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Adds the index of cases that were handed over, whose sealed evidence can be purged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'team_log_handed_over', {
    definition: sql`on team_log ("caseId", at) where act = 'HANDED_OVER'`,
  })
}
