import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isVisibleMember } from '../team.ts'
import { isBlockedPair } from './ignoring.ts'

/** For statements with an ad `a` and its author `m`: the ads of members whom nobody meets, or who ignore or are ignored, are hidden from me. */
export const isAdVisible = (me: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${sql.raw(isVisibleMember('m'))} and not ${isBlockedPair(sql`a."authorId"`, me)})`

/** Authors change their ads; the team may take any away. */
export type AdAction = 'edit' | 'delete'

/** Keeps the ad as it is judged until the transaction ends. The team sees also the ads of who ignores one of them. */
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
