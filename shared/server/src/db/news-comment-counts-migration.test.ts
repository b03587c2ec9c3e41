import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getOwnerUrl, testContext } from '../testing/context.ts'
import { aMember } from '../testing/members.ts'
import { createDatabase, createPool } from './database.ts'
import { up } from './migrations/0023-counted-news-comments.ts'

const ctx = await testContext()
afterAll(ctx.close)
const { db } = ctx
const ownerDb = createDatabase(createPool(await getOwnerUrl(db), 1))
afterAll(() => ownerDb.destroy())
const migrate = () => ownerDb.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))

const readCommentCount = async () => (await db.selectFrom('news').select('comments').executeTakeFirstOrThrow()).comments

test('the migration counts comments, except those by deleted members, and can be repeated', async () => {
  const [ann, deletedMember] = [await aMember(db), await aMember(db, { deletedAt: new Date() })]
  const timestamp = new Date().toISOString()
  const { id: newsId } = await db
    .insertInto('news')
    .values({ clientId: randomUUID(), title: 'x', content: 'x', publishedAt: timestamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  const insertComment = ({ id: authorId }: { id: string }) =>
    db
      .insertInto('news_comments')
      .values({ newsId, authorId, clientId: randomUUID(), message: 'Så bra', sentAt: timestamp })
      .execute()
  for (const trigger of ['news_comments_more', 'news_comments_fewer'])
    await sql`drop trigger ${sql.id(trigger)} on news_comments`.execute(ownerDb)
  for (const trigger of ['members_news_comments', 'members_news_comments_gone'])
    await sql`drop trigger ${sql.id(trigger)} on members`.execute(ownerDb)
  await sql`alter table news drop column comments`.execute(ownerDb)
  for (const author of [ann, ann, deletedMember]) await insertComment(author)

  await migrate()
  expect(await readCommentCount()).toBe(2)
  await insertComment(ann)
  await migrate()
  expect(await readCommentCount()).toBe(3)
  await db.deleteFrom('news_comments').where('authorId', '=', ann.id).execute()
  expect(await readCommentCount()).toBe(0)
})
