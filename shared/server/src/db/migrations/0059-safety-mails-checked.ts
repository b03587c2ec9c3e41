import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Adds an index that prevents a second email about the changed answer to a notice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails validate constraint mails_kind_check`.execute(db)
  await buildIndex(db, 'mails_once_changed', {
    definition: sql`on mails ("aboutId", lower(address)) where kind = 'NOTICE_CHANGED'`,
    unique: true,
  })
}
