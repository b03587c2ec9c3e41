import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Adds the index of cases whose texts are still stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'cases_with_words', {
    definition: sql`on cases ("purgeAt") where "wordsPurgedAt" is null and "purgeAt" is not null`,
  })
}
