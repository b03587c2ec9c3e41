import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Adds indexes that find held accounts and that prevent a second email about the same decision or notice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'members_held_until', {
    definition: sql`on members ("heldUntil") where "heldUntil" is not null`,
  })
  await buildIndex(db, 'mails_once_about', {
    definition: sql`on mails (kind, "aboutId", lower(address))
      where kind in ('DECISION', 'APPEAL_DECIDED', 'NOTICE_RECEIVED', 'NOTICE_DECIDED')`,
    unique: true,
  })
}
