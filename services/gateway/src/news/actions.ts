import { randomUUID } from 'node:crypto'
import type { Id, PageQuery } from '@app/contract/base'
import type { EditNews, NewsItem, PublishNews } from '@app/contract/news'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockActor } from '@app/server/policies/actors'
import { requireDuty } from '@app/server/policies/duties'
import { lockNews } from '@app/server/policies/news'
import type { MemberCtx } from '../context.ts'
import {
  advanceSeen,
  deleteNewsRow,
  findItem,
  findPublishedItem,
  incrementKisses,
  insertKiss,
  insertNews,
  listNewestIds,
  listNews,
  lockPublishing,
  updateNews,
} from './queries.ts'

/** Lists a page of news. The first page marks its newest item as seen, and notifies the member's devices. */
export async function readNews(ctx: MemberCtx, page: PageQuery): Promise<NewsItem[]> {
  const news = await listNews(ctx, ctx.member.id, page)
  const newest = news[0]?.id
  if (newest && !page.before)
    await transact(ctx, async (tx) => {
      const id = tx.member.accountId
      if (await advanceSeen(tx.db, id, newest)) tx.notify([id], { type: 'news:count', seen: newest, newest: null })
    })
  return news
}

async function notifyNewest(tx: MemberTx): Promise<void> {
  tx.notifyEverybody({ type: 'news:count', newest: await listNewestIds(tx.db), seen: null })
}

/**
 * Publishes a news item and notifies all members. A repeated request with the same `clientId` returns the item that was
 * stored first.
 */
export const publishNews = (
  ctx: MemberCtx,
  { title, content, clientId = randomUUID() }: PublishNews,
): Promise<NewsItem> =>
  transact(ctx, async (tx) => {
    await requireDuty(tx.db, tx.member, ['PUBLISH'])
    const newsKey = { authorId: tx.member.id, clientId }
    await lockPublishing(tx.db)
    if (await insertNews(tx.db, { title, content, ...newsKey }, tx.now())) await notifyNewest(tx)
    const item = await findPublishedItem(tx.db, newsKey)
    if (!item) throw new Error('an item that was just published does not exist')
    return item
  })

/**
 * Edits a published news item. The client also requests this after it has repeated a publication with another text,
 * because the repeated request returns the first text.
 */
export const editNews = (ctx: MemberCtx, { id, title, content }: EditNews): Promise<NewsItem> =>
  transact(ctx, async (tx) => {
    await requireDuty(tx.db, tx.member, ['PUBLISH'])
    await updateNews(tx.db, id, { title, content })
    const item = await findItem(tx.db, tx.member.id, id)
    if (!item) throw new AppError('NOT_FOUND')
    return item
  })

/** Deletes a news item together with its comments, and notifies all members. */
export const deleteNews = (ctx: MemberCtx, id: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    await requireDuty(tx.db, tx.member, ['PUBLISH'])
    await lockPublishing(tx.db)
    if (!(await deleteNewsRow(tx.db, id))) throw new AppError('NOT_FOUND')
    await notifyNewest(tx)
  })

/** Kisses a news item; idempotent, because a member can kiss an item only once. */
export const kissNews = (ctx: MemberCtx, newsId: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    const memberId = tx.member.id
    await lockActor(tx.db, memberId)
    await lockNews(tx.db, newsId)
    if (await insertKiss(tx.db, { newsId, memberId }, tx.now())) await incrementKisses(tx.db, newsId)
  })
