import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ignores validate constraint ignores_kind`.execute(db)
  await sql`alter table chat_members validate constraint chat_members_folder_check`.execute(db)
  await buildIndex(db, 'ignores_blocker', { definition: sql`on ignores ("ignorerId") where kind = 'BLOCK'` })
  await buildIndex(db, 'ignores_blocked', { definition: sql`on ignores ("ignoredId") where kind = 'BLOCK'` })
  await buildIndex(db, 'event_call_offs_of_member', { definition: sql`on event_call_offs ("memberId")` })
  await buildIndex(db, 'block_echoes_address', { definition: sql`on block_echoes ("addressHash")` })
  await buildIndex(db, 'block_echoes_until', { definition: sql`on block_echoes (until)` })
  await buildIndex(db, 'retired_names_until', { definition: sql`on retired_names (until)` })
}
