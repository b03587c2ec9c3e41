import type { Id, PageQuery } from '@app/contract/base'
import type { CommentNews, NewsComment } from '@app/contract/news'
import { shownBadges } from '@app/server/badges'
import type { MemberCtx } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { isCoupleInGroup, nameInGroup, photoInGroup } from '@app/server/group-names'
import { keepActor } from '@app/server/policies/actors'
import { isCommentShown, lockComment, lockNews } from '@app/server/policies/news'
import { transact } from '@app/server/transact'
import { type RawBuilder, sql } from 'kysely'

/** The comments that `which` says of `c`, as this member is shown them. */
async function select(db: Database, memberId: Id, which: RawBuilder<unknown>): Promise<NewsComment[]> {
  const { rows } = await sql<NewsComment>`
    select c.id, c.message, c."sentAt" as "sendTime", c."clientId", m.id = ${memberId} as mine,
      ${sql.raw(nameInGroup('m'))} as "userName", ${sql.raw(photoInGroup('m'))} as "profilePhotoUrl",
      ${sql.raw(isCoupleInGroup('m'))} as couple,
      ${sql.raw(shownBadges('m'))} as badges
    from news_comments c join members m on m.id = c."authorId" where ${which}`.execute(db)
  return rows
}

/** Oldest first, as they are read; a page ends with the newest. */
export async function listComments(
  { db, member }: MemberCtx,
  newsId: Id,
  { before, limit }: PageQuery,
): Promise<NewsComment[]> {
  const item = await db.selectFrom('news').select('id').where('id', '=', newsId).executeTakeFirst()
  if (!item) throw new AppError('NOT_FOUND')
  const earlier = before ? sql`and c.id < ${before}` : sql``
  const which = sql`c."newsId" = ${newsId} ${earlier} and ${isCommentShown(sql`${member.id}::bigint`)}`
  return (await select(db, member.id, sql`${which} order by c.id desc limit ${limit}`)).reverse()
}

/** The same comment again, under its `clientId`, is the one that was stored first. */
export const commentNews = (ctx: MemberCtx, newsId: Id, { message, clientId }: CommentNews): Promise<NewsComment> =>
  transact(ctx, async ({ db, member, now }) => {
    const authorId = member.id
    await keepActor(db, authorId)
    await lockNews(db, newsId)
    await db
      .insertInto('news_comments')
      .values({ newsId, authorId, clientId, message, sentAt: now().toISOString() })
      .onConflict((conflict) => conflict.constraint('news_comments_once').doNothing())
      .execute()
    const which = sql`c."authorId" = ${authorId} and c."clientId" = ${clientId} and c."newsId" = ${newsId}`
    const [comment] = await select(db, authorId, which)
    if (!comment) throw new AppError('CONFLICT')
    return comment
  })

export const deleteComment = (ctx: MemberCtx, params: { id: Id; cid: Id }): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockNews(tx.db, params.id)
    await lockComment(tx.db, params, tx.member)
    await tx.db.deleteFrom('news_comments').where('id', '=', params.cid).execute()
  })
