import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Finds the cases whose words are still stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'cases_with_words', {
    definition: sql`on cases ("purgeAt") where "wordsPurgedAt" is null and "purgeAt" is not null`,
  })
}
