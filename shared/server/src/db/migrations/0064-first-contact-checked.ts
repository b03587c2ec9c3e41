import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members validate constraint members_contact`.execute(db)
  await sql`alter table chat_members validate constraint chat_members_folder_check`.execute(db)
  await sql`alter table chat_members validate constraint "chat_members_heldFolder_check"`.execute(db)
  // For the worker, which ends invites that nobody answered.
  await buildIndex(db, 'chat_members_filtered', {
    definition: sql`on chat_members ("lastUpdate") where folder = 'FILTERED'`,
  })
}
