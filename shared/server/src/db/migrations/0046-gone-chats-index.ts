import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Adds the index by which the worker finds chats that vanished from their members' lists, to purge them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'chat_members_gone', {
    definition: sql`on chat_members ("goneAt") where "goneAt" is not null`,
  })
}
