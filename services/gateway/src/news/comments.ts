import { randomUUID } from 'node:crypto'
import type { Id, PageQuery } from '@app/contract/base'
import type { Unsigned } from '@app/contract/media'
import type { CommentNews, NewsComment } from '@app/contract/news'
import type { Database } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { isCouple } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { lockActor } from '@app/server/policies/actors'
import { requireNoRestriction } from '@app/server/policies/measures'
import { isCommentVisible, lockComment, lockNews } from '@app/server/policies/news'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { createOnce } from '../limits/create-once.ts'

/** Selects the comments `c` that match `condition`, as this member sees them. */
async function selectComments(
  db: Database,
  memberId: Id,
  condition: RawBuilder<unknown>,
): Promise<Unsigned<typeof NewsComment>[]> {
  const { rows } = await sql<Unsigned<typeof NewsComment>>`
    select c.id, c.message, c."sentAt" as "sendTime", c."clientId", m.id = ${memberId} as mine,
      m."userName", ${profilePhotoUrl('m', 'small')} as "profilePhotoUrl", ${sql.raw(isCouple('m'))} as couple, m.badges
    from news_comments c join members m on m.id = c."authorId" where ${condition}`.execute(db)
  return rows
}

/** Lists a page of comments, oldest first, which ends with the newest comment or the newest before the cursor. */
export async function listComments(
  { db, member }: MemberCtx,
  newsId: Id,
  { before, limit }: PageQuery,
): Promise<Unsigned<typeof NewsComment>[]> {
  const item = await db.selectFrom('news').select('id').where('id', '=', newsId).executeTakeFirst()
  if (!item) throw new AppError('NOT_FOUND')
  const beforeCursor = before ? sql`and c.id < ${before}` : sql``
  const condition = sql`c."newsId" = ${newsId} ${beforeCursor} and ${isCommentVisible(sql`${member.id}::bigint`)}`
  return (await selectComments(db, member.id, sql`${condition} order by c.id desc limit ${limit}`)).reverse()
}

type CommentKey = { newsId: Id; authorId: Id; clientId: string }

/** Finds the author's comment with this `clientId`; throws CONFLICT if it belongs to another news item. */
async function findOwnComment(
  db: Database,
  { newsId, authorId, clientId }: CommentKey,
): Promise<Unsigned<typeof NewsComment> | undefined> {
  const storedComment = await db
    .selectFrom('news_comments')
    .select(['id', 'newsId'])
    .where('authorId', '=', authorId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  if (storedComment && storedComment.newsId !== newsId) throw new AppError('CONFLICT')
  return storedComment && (await selectComments(db, authorId, sql`c.id = ${storedComment.id}`))[0]
}

/** Posts a comment. A repeated request with the same `clientId` returns the comment that was stored first. */
export function commentNews(
  ctx: MemberCtx,
  newsId: Id,
  { message, clientId = randomUUID() }: CommentNews,
): Promise<Unsigned<typeof NewsComment>> {
  const authorId = ctx.member.id
  const key = { newsId, authorId, clientId }
  const create = () =>
    transact(ctx, async ({ db, now }) => {
      await lockActor(db, authorId)
      await requireNoRestriction(db, authorId, 'POST', now())
      await lockNews(db, newsId)
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('news_comments')
        .values({ ...key, message, sentAt: now().toISOString() })
        .onConflict((conflict) => conflict.constraint('news_comments_once').doNothing())
        .executeTakeFirst()
      const item = await findOwnComment(db, key)
      if (!item) throw new Error('a comment that was just stored does not exist')
      return { item, isNew: Number(numInsertedOrUpdatedRows) > 0 }
    })
  return createOnce(ctx, {
    rate: 'newsComments',
    subject: ctx.member.accountId,
    find: () => findOwnComment(ctx.db, key),
    create,
  })
}

export const deleteComment = (ctx: MemberCtx, params: { id: Id; cid: Id }): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockNews(tx.db, params.id)
    await lockComment(tx.db, params, tx.member)
    await tx.db.deleteFrom('news_comments').where('id', '=', params.cid).execute()
  })
