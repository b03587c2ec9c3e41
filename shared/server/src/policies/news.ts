import type { Id } from '@app/contract/base'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isBlockedPair } from './ignoring.ts'
import { isVisibleMember } from './team.ts'

/**
 * Returns a SQL predicate that checks whether a comment is visible to `me`: its author `m` is visible, and they are not
 * a blocked pair.
 */
export const isCommentVisible = (me: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${sql.raw(isVisibleMember('m'))} and not ${isBlockedPair(sql`m.id`, me)})`

/**
 * Returns SQL for the number of comments on the news item `n` that are hidden from `me`, because the author and `me`
 * are a blocked pair. Without comments that the stored count excludes.
 */
export const countHiddenComments = (me: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select count(*)::int from (
    select "ignoredId" as id from ignores where "ignorerId" = ${me}
    union select "ignorerId" from ignores where "ignoredId" = ${me}) other
  join members m on m.id = other.id and ${sql.raw(isVisibleMember('m'))}
  cross join lateral (select from news_comments where "authorId" = other.id and "newsId" = n.id) hidden)`

/** Locks a news item until the transaction ends, as kisses and comments do. Throws NOT_FOUND if it does not exist. */
export async function lockNews(db: DatabaseTransaction, id: Id): Promise<void> {
  const { rows } = await sql`select from news where id = ${id} for no key update`.execute(db)
  if (rows.length === 0) throw new AppError('NOT_FOUND')
}

/** Authorizes the deletion of a comment by its author, and locks it. The caller holds the lock on the news item. */
export async function lockComment(
  db: DatabaseTransaction,
  { id, cid }: { id: Id; cid: Id },
  { id: memberId }: Pick<Member, 'id'>,
): Promise<void> {
  const me = sql`${memberId}::bigint`
  const { rows } = await sql<{ mine: boolean; visible: boolean }>`
    select m.id = ${me} as mine, ${isCommentVisible(me)} as visible
    from news_comments c join members m on m.id = c."authorId"
    where c.id = ${cid} and c."newsId" = ${id} for update of c`.execute(db)
  const [comment] = rows
  if (!comment?.visible) throw new AppError('NOT_FOUND')
  if (!comment.mine) throw new AppError('FORBIDDEN')
}
