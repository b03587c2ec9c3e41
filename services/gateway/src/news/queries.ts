import type { Id, PageQuery } from '@app/contract/base'
import { NEWS_COUNTED_MAX } from '@app/contract/limits'
import type { EditNews, NewsCount, NewsItem, PublishNews } from '@app/contract/news'
import { TEAM_NAME } from '@app/contract/text/names'
import type { Ctx } from '@app/server/context'
import {
  createNamedRunner,
  createTransactionRunner,
  type Database,
  type DatabaseTransaction,
  type RunQuery,
} from '@app/server/db/database'
import { countHiddenComments } from '@app/server/policies/news'
import { type RawBuilder, sql } from 'kysely'

type QueryCtx = Pick<Ctx, 'pool' | 'db'>

/** Selects the news items `n` that match `condition`, as this member sees them. */
const selectNews = (
  run: RunQuery,
  viewerId: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<NewsItem[]> =>
  run(sql<NewsItem>`
    select n.id, n.title, n.content, n."publishedAt" as published, n.kisses, ${sql.lit(TEAM_NAME)} as author,
      exists (select from news_kisses where "newsId" = n.id and "memberId" = ${viewerId}) as "iKissed",
      n.comments - ${countHiddenComments(viewerId)} as "commentCount"
    from news n where ${condition}`)

/** Lists a page of news, newest first. */
export function listNews(ctx: QueryCtx, memberId: Id, { before, limit }: PageQuery): Promise<NewsItem[]> {
  const condition = before ? sql`n.id < ${before}` : sql`true`
  const run = createNamedRunner(ctx, before ? 'news-page' : 'news-first')
  return selectNews(run, sql`${memberId}::bigint`, sql`${condition} order by n.id desc limit ${limit}`)
}

/** Finds a news item, as this member sees it. */
export async function findItem(db: Database, memberId: Id, id: Id): Promise<NewsItem | undefined> {
  return (await selectNews(createTransactionRunner(db), sql`${memberId}::bigint`, sql`n.id = ${id}`))[0]
}

type NewsKey = { authorId: Id; clientId: string }

/** Finds the news item that the author published with this `clientId`. */
export async function findPublishedItem(db: Database, { authorId, clientId }: NewsKey): Promise<NewsItem | undefined> {
  const condition = sql`n."authorId" = ${authorId} and n."clientId" = ${clientId}`
  return (await selectNews(createTransactionRunner(db), sql`${authorId}::bigint`, condition))[0]
}

/**
 * Serializes publications and deletions until the transaction ends, so that ids become visible in order: no reader skips
 * an item.
 */
export async function lockPublishing(db: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('news', 0))`.execute(db)
}

/** Stores a news item; returns false if an earlier request has stored it. */
export async function insertNews(
  db: DatabaseTransaction,
  { title, content, ...newsKey }: Pick<PublishNews, 'title' | 'content'> & NewsKey,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('news')
    .values({ ...newsKey, title, content, publishedAt: now.toISOString() })
    .onConflict((conflict) => conflict.constraint('news_once').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

export async function updateNews(
  db: DatabaseTransaction,
  id: Id,
  fields: Pick<EditNews, 'title' | 'content'>,
): Promise<void> {
  await db.updateTable('news').set(fields).where('id', '=', id).execute()
}

/** Deletes a news item with its kisses and comments; returns false if it does not exist. */
export async function deleteNewsRow(db: DatabaseTransaction, id: Id): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('news').where('id', '=', id).executeTakeFirst()
  return Number(numDeletedRows) > 0
}

const newestIds = sql<Id[]>`array(select n.id::text from news n order by n.id desc limit ${sql.lit(NEWS_COUNTED_MAX)})`

export async function listNewestIds(db: Database): Promise<Id[]> {
  const { rows } = await sql<{ newest: Id[] }>`select ${newestIds} as newest`.execute(db)
  return rows[0]?.newest ?? []
}

/** Counts the unseen items among the newest news. Items published before the member's registration count as seen. */
export async function countUnseenNews(ctx: QueryCtx, memberId: Id): Promise<NewsCount> {
  const run = createNamedRunner(ctx, 'count-news')
  const [count] = await run(sql<NewsCount>`
    select state.seen::text, state.newest,
      (select count(*)::int from unnest(state.newest) id where id::bigint > coalesce(state.seen, 0)) as count
    from members viewer cross join lateral (
      select ${newestIds} as newest, coalesce(viewer."newsSeenId", (
        select id from news where "publishedAt" <= viewer."registeredAt" order by "publishedAt" desc, id desc limit 1)) as seen
    ) state where viewer.id = ${memberId}`)
  return count ?? { count: 0, seen: null, newest: [] }
}

/** Marks all news up to an item as seen. Returns false if the member has seen this item or a newer one. */
export async function advanceSeen(db: DatabaseTransaction, memberId: Id, id: Id): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ newsSeenId: id })
    .where('id', '=', memberId)
    .where((eb) => eb.or([eb('newsSeenId', 'is', null), eb('newsSeenId', '<', id)]))
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/** Stores a kiss; returns false if the member has already kissed this item. */
export async function insertKiss(
  db: DatabaseTransaction,
  kiss: { newsId: Id; memberId: Id },
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('news_kisses')
    .values({ ...kiss, givenAt: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

export async function incrementKisses(db: DatabaseTransaction, id: Id): Promise<void> {
  await db
    .updateTable('news')
    .set((eb) => ({ kisses: eb('kisses', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
