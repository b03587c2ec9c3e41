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

/**
 * Locks an ad until the transaction ends, so that its author can edit or delete it. Throws NOT_FOUND, or FORBIDDEN for
 * an ad of another member.
 */
export async function lockAd(db: DatabaseTransaction, id: string, { id: memberId }: Pick<Member, 'id'>): Promise<void> {
  const me = sql`${memberId}::bigint`
  const { rows } = await sql<{ mine: boolean; visible: boolean }>`
    select a."authorId" = ${me} as mine, ${isAdVisible(me)} as visible
    from ads a join members m on m.id = a."authorId" where a.id = ${id} for update of a`.execute(db)
  const [ad] = rows
  if (!ad?.visible) throw new AppError('NOT_FOUND')
  if (!ad.mine) throw new AppError('FORBIDDEN')
}
