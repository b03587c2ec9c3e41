import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Keeps the email about a changed answer to a notice from being written twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails validate constraint mails_kind_check`.execute(db)
  await buildIndex(db, 'mails_once_changed', {
    definition: sql`on mails ("aboutId", lower(address)) where kind = 'NOTICE_CHANGED'`,
    unique: true,
  })
}
