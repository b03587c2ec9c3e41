import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Finds the chats that vanished from their members' lists, for the worker that purges them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'chat_members_gone', {
    definition: sql`on chat_members ("goneAt") where "goneAt" is not null`,
  })
}
