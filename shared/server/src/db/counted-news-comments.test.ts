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
const owner = createDatabase(createPool(await getOwnerUrl(db), 1))
afterAll(() => owner.destroy())
const migrate = () => owner.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))

const readCommentCount = async () => (await db.selectFrom('news').select('comments').executeTakeFirstOrThrow()).comments

test('counts comments from before the migration, also those of a gateway of the previous release, and is repeatable', async () => {
  const [ann, deletedMember] = [await aMember(db), await aMember(db, { deletedAt: new Date() })]
  const at = new Date().toISOString()
  const { id: newsId } = await db
    .insertInto('news')
    .values({ clientId: randomUUID(), title: 'x', content: 'x', publishedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const insertComment = ({ id: authorId }: { id: string }) =>
    db
      .insertInto('news_comments')
      .values({ newsId, authorId, clientId: randomUUID(), message: 'Så bra', sentAt: at })
      .execute()
  for (const trigger of ['news_comments_more', 'news_comments_fewer'])
    await sql`drop trigger ${sql.id(trigger)} on news_comments`.execute(owner)
  for (const trigger of ['members_news_comments', 'members_news_comments_gone'])
    await sql`drop trigger ${sql.id(trigger)} on members`.execute(owner)
  await sql`alter table news drop column comments`.execute(owner)
  for (const author of [ann, ann, deletedMember]) await insertComment(author)

  await migrate()
  expect(await readCommentCount()).toBe(2)
  await insertComment(ann)
  await migrate()
  expect(await readCommentCount()).toBe(3)
  await db.deleteFrom('news_comments').where('authorId', '=', ann.id).execute()
  expect(await readCommentCount()).toBe(0)
})
