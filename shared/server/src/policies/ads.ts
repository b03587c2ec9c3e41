import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isBlockedPair } from './ignoring.ts'
import { isVisibleMember } from './team.ts'

/**
 * Returns SQL for whether an ad `a` is visible: its author `m` is visible, and neither of the two members ignores the
 * other.
 */
export const isAdVisible = (me: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${sql.raw(isVisibleMember('m'))} and not ${isBlockedPair(sql`a."authorId"`, me)})`

/** Authors edit and delete their ads; the team may delete any. */
export type AdAction = 'edit' | 'delete'

/**
 * Locks an ad until the transaction ends. Throws NOT_FOUND or FORBIDDEN if the member may not do this to it. The team
 * may also delete ads that it does not see.
 */
export async function lockAd(
  db: DatabaseTransaction,
  id: string,
  { id: memberId, level }: Pick<Member, 'id' | 'level'>,
  action: AdAction,
): Promise<void> {
  const me = sql`${memberId}::bigint`
  const { rows } = await sql<{ mine: boolean; shown: boolean }>`
    select a."authorId" = ${me} as mine, ${isAdVisible(me)} as shown
    from ads a join members m on m.id = a."authorId" where a.id = ${id} for update of a`.execute(db)
  const [ad] = rows
  const canDelete = action === 'delete' && level === 'ADMIN'
  if (!ad || (!ad.shown && !canDelete)) throw new AppError('NOT_FOUND')
  if (!ad.mine && !canDelete) throw new AppError('FORBIDDEN')
}
