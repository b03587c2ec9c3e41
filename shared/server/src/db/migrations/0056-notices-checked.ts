import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports validate constraint reports_notice`.execute(db)
  // Finds the names and addresses that the worker has to remove.
  await buildIndex(db, 'reports_of_notifiers', {
    definition: sql`on reports ("filedAt") where "noticeName" is not null or "noticeEmail" is not null`,
  })
}
