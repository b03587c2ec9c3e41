import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isBlockedPair } from './ignoring.ts'
import { isVisibleMember } from './team.ts'

/**
 * Returns a SQL predicate that checks whether the ad `a` is visible to `me`: its author `m` is visible, and the two
 * members are not a blocked pair.
 */
export const isAdVisible = (me: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${sql.raw(isVisibleMember('m'))} and not ${isBlockedPair(sql`a."authorId"`, me)})`

/** Authors may edit and delete their own ads; moderators may delete any ad. */
export type AdAction = 'edit' | 'delete'

/**
 * Authorizes an action on an ad and locks it until the transaction ends. Throws NOT_FOUND or FORBIDDEN otherwise.
 * Moderators may also delete ads that are not visible to them.
 */
export async function lockAd(
  db: DatabaseTransaction,
  id: string,
  { id: memberId, isModerator }: Pick<Member, 'id' | 'isModerator'>,
  action: AdAction,
): Promise<void> {
  const me = sql`${memberId}::bigint`
  const { rows } = await sql<{ mine: boolean; visible: boolean }>`
    select a."authorId" = ${me} as mine, ${isAdVisible(me)} as visible
    from ads a join members m on m.id = a."authorId" where a.id = ${id} for update of a`.execute(db)
  const [ad] = rows
  const canDelete = action === 'delete' && isModerator
  if (!ad || (!ad.visible && !canDelete)) throw new AppError('NOT_FOUND')
  if (!ad.mine && !canDelete) throw new AppError('FORBIDDEN')
}
