import { type Kysely, sql } from 'kysely'
import { buildIndex, removeIndex } from '../online-changes.ts'

export const outsideTransaction = true

/**
 * Replaces the indexes of blocks on one member by indexes on both. Where most members ignore few others, PostgreSQL uses
 * a smaller index on one member even to look up a single pair, and so read all blocks of that member for each lookup.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const blocks = sql`include ("lastMessageId", "blockedAt") where kind = 'BLOCK'`
  await buildIndex(db, 'ignores_blocks', { definition: sql`on ignores ("ignorerId", "ignoredId") ${blocks}` })
  await buildIndex(db, 'ignores_blocks_reversed', { definition: sql`on ignores ("ignoredId", "ignorerId") ${blocks}` })
  await removeIndex(db, 'ignores_blocker')
  await removeIndex(db, 'ignores_blocked')
}
