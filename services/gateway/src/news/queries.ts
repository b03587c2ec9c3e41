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

type Source = Pick<Ctx, 'pool' | 'db'>

/** Selects the news `n` that match `condition`, as this member sees them. */
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

/** Lists news, newest first. */
export function listNews(ctx: Source, memberId: Id, { before, limit }: PageQuery): Promise<NewsItem[]> {
  const condition = before ? sql`n.id < ${before}` : sql`true`
  const run = createNamedRunner(ctx, before ? 'news-page' : 'news-first')
  return selectNews(run, sql`${memberId}::bigint`, sql`${condition} order by n.id desc limit ${limit}`)
}

/** Returns one item of news as this member sees it. */
export async function findNews(db: Database, memberId: Id, id: Id): Promise<NewsItem | undefined> {
  return (await selectNews(createTransactionRunner(db), sql`${memberId}::bigint`, sql`n.id = ${id}`))[0]
}

type NewsKey = { authorId: Id; clientId: string }

/** Returns the news that the author published with this `clientId`. */
export async function findPublished(db: Database, { authorId, clientId }: NewsKey): Promise<NewsItem | undefined> {
  const condition = sql`n."authorId" = ${authorId} and n."clientId" = ${clientId}`
  return (await selectNews(createTransactionRunner(db), sql`${authorId}::bigint`, condition))[0]
}

/** Serializes publications until the transaction ends, so that ids become visible in order and no reader skips one. */
export async function lockPublishing(db: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('news', 0))`.execute(db)
}

/** Returns false if the news was stored before. */
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

/** Updates news in place, without a notification. */
export async function updateNews(
  db: DatabaseTransaction,
  id: Id,
  fields: Pick<EditNews, 'title' | 'content'>,
): Promise<void> {
  await db.updateTable('news').set(fields).where('id', '=', id).execute()
}

/** Returns false if no such news exists. */
export async function deleteNews(db: DatabaseTransaction, id: Id): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('news').where('id', '=', id).executeTakeFirst()
  return Number(numDeletedRows) > 0
}

const newestIds = sql<Id[]>`array(select n.id::text from news n order by n.id desc limit ${sql.lit(NEWS_COUNTED_MAX)})`

export async function listNewestIds(db: Database): Promise<Id[]> {
  const { rows } = await sql<{ newest: Id[] }>`select ${newestIds} as newest`.execute(db)
  return rows[0]?.newest ?? []
}

/** Counts unseen news; items published before the member's registration count as seen. */
export async function countNews(ctx: Source, memberId: Id): Promise<NewsCount> {
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

/** Moves the seen position forward, never back. Returns false if it was already at or past that item. */
export async function advanceSeen(db: DatabaseTransaction, memberId: Id, id: Id): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ newsSeenId: id })
    .where('id', '=', memberId)
    .where((eb) => eb.or([eb('newsSeenId', 'is', null), eb('newsSeenId', '<', id)]))
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/** Stores a kiss, one for each member. Returns false if it existed before. */
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
