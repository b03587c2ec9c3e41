import { randomUUID } from 'node:crypto'
import type { Id, PageQuery } from '@app/contract/base'
import type { EditNews, NewsItem, PublishNews } from '@app/contract/news'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { lockActor, requireTeam } from '@app/server/policies/actors'
import { lockNews } from '@app/server/policies/news'
import { type MemberTx, transact } from '@app/server/transact'
import {
  advanceSeen,
  deleteNews,
  findNews,
  findPublished,
  incrementKisses,
  insertKiss,
  insertNews,
  listNewestIds,
  listNews,
  lockPublishing,
  updateNews,
} from './queries.ts'

/** Reading the first page is having seen what it begins with; the member's other devices hear of it. */
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

/** Tells everybody at once. The same news again, under their `clientId`, are those that were stored first. */
export const publishNews = (
  ctx: MemberCtx,
  { title, content, clientId = randomUUID() }: PublishNews,
): Promise<NewsItem> =>
  transact(ctx, async (tx) => {
    requireTeam(tx.member)
    const newsKey = { authorId: tx.member.id, clientId }
    await lockPublishing(tx.db)
    if (await insertNews(tx.db, { title, content, ...newsKey }, tx.now())) await notifyNewest(tx)
    const item = await findPublished(tx.db, newsKey)
    if (!item) throw new Error('news that were just published are not there')
    return item
  })

/** For whoever sends news again that had arrived, and has changed their words in between. */
export const editNews = (ctx: MemberCtx, { id, title, content }: EditNews): Promise<NewsItem> =>
  transact(ctx, async (tx) => {
    requireTeam(tx.member)
    await updateNews(tx.db, id, { title, content })
    const item = await findNews(tx.db, tx.member.id, id)
    if (!item) throw new AppError('NOT_FOUND')
    return item
  })

/** With all that was said about them. */
export const removeNews = (ctx: MemberCtx, id: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    requireTeam(tx.member)
    await lockPublishing(tx.db)
    if (!(await deleteNews(tx.db, id))) throw new AppError('NOT_FOUND')
    await notifyNewest(tx)
  })

/** One of each member; once more changes nothing. */
export const kissNews = (ctx: MemberCtx, newsId: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    const memberId = tx.member.id
    await lockActor(tx.db, memberId)
    await lockNews(tx.db, newsId)
    if (await insertKiss(tx.db, { newsId, memberId }, tx.now())) await incrementKisses(tx.db, newsId)
  })
