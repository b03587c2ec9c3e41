import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

/** Outside of a transaction, as required for an index that is built while members write. */
export const outsideTransaction = true

/**
 * Adds a unique index, so that a member has only one chat with the team. Queries also use it to find that chat, whether
 * it is open or not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'chats_of_team', {
    definition: sql`on chats (greatest("creatorId", "invitedId")) where least("creatorId", "invitedId") = 0`,
    unique: true,
  })
}
