import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

/** Outside of a transaction, as an index that is built while members write has to be. */
export const outsideTransaction = true

/** A member has one chat with the team, which is found by this index whether it is open or not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'chats_of_team', {
    definition: sql`on chats (greatest("creatorId", "invitedId")) where least("creatorId", "invitedId") = 0`,
    unique: true,
  })
}
