import { randomUUID } from 'node:crypto'
import type { DatabaseTransaction } from '@app/server/db/database'
import { TEAM } from './conversation.ts'
import { DEMO_NEWS } from './data/news.ts'
import type { GetId } from './insert-members.ts'
import { DEMO_LOGINS } from './logins.ts'
import { ago } from './member.ts'
import { DEMO_MEMBERS } from './members.ts'

/** Returns the members in `kissedBy`, and others up to the number of kisses. Throws if there are too few members. */
function pickKissers({ kisses, kissedBy }: (typeof DEMO_NEWS)[number]): string[] {
  const logins = new Set(DEMO_LOGINS.map(({ userName }) => userName))
  const others = DEMO_MEMBERS.filter(({ userName, admin }) => !admin && !logins.has(userName))
  const kissers = [...kissedBy, ...others.map(({ userName }) => userName)].slice(0, kisses)
  if (kissers.length < kisses) throw new Error(`Only ${kissers.length} of ${kisses} demo members can kiss a news item.`)
  return kissers
}

async function insertItem(
  tx: DatabaseTransaction,
  item: (typeof DEMO_NEWS)[number],
  idOf: GetId,
  now: Date,
): Promise<string> {
  const { title, content, age, comments } = item
  const kissers = pickKissers(item)
  const { id: newsId } = await tx
    .insertInto('news')
    .values({
      authorId: idOf(TEAM),
      clientId: randomUUID(),
      title,
      content,
      kisses: kissers.length,
      publishedAt: ago(now, age),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kisses = kissers.map((name, index) => ({ newsId, memberId: idOf(name), givenAt: ago(now, age - index) }))
  await tx.insertInto('news_kisses').values(kisses).execute()
  const rows = comments.map((comment) => ({
    newsId,
    authorId: idOf(comment.author),
    clientId: randomUUID(),
    message: comment.text,
    sentAt: ago(now, comment.age),
  }))
  await tx.insertInto('news_comments').values(rows).execute()
  return newsId
}

/** Inserts news that all members have seen, except the newest item, which is unread for the demo logins. */
export async function insertNews(tx: DatabaseTransaction, idOf: GetId, now: Date): Promise<void> {
  const ids: string[] = []
  for (const item of DEMO_NEWS) ids.push(await insertItem(tx, item, idOf, now))
  await tx
    .updateTable('members')
    .set({ newsSeenId: ids.at(-1) ?? null })
    .execute()
  const logins = DEMO_LOGINS.map(({ userName }) => idOf(userName))
  await tx
    .updateTable('members')
    .set({ newsSeenId: ids.at(-2) ?? null })
    .where('id', 'in', logins)
    .execute()
}
