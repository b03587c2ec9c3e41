import { randomUUID } from 'node:crypto'
import { asOwner } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { createNewsHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const { aTeam, createFields, publish, kiss, postComment } = createNewsHelpers(gateway)

/** The number of statements that the session lookup adds to each request. */
const SESSION_STATEMENTS = 1

/** Creates a reader, the team, and news with kisses and comments; `id` is the newest item. */
async function aReaderOfNews() {
  const [ann, members] = [await aMember(db), await Promise.all(Array.from({ length: 5 }, () => aMember(db)))]
  const team = await aTeam()
  let id = ''
  for (let n = 0; n < 5; n += 1) {
    id = (await publish(team)).id
    for (const member of members) await Promise.all([kiss(member, id), postComment(member, id)])
  }
  return { ann, team, id }
}

test.each<[string, number, (id: string) => string]>([
  ['the count', 1, () => '/news/count'],
  ['an older page', 1, (id) => `/news?before=${id}`],
  ['a first page that is already seen', 2, () => '/news'],
  ['comments', 2, (id) => `/news/${id}/comments`],
])('a request for %s takes %i statements besides the session lookup', async (_, statementCount, path) => {
  const { ann, id } = await aReaderOfNews()
  await as(ann).get('/news')
  const statements = await recordStatements(async () => {
    expect((await as(ann).get(path(id))).status).toBe(200)
  })
  expect(statements).toHaveLength(SESSION_STATEMENTS + statementCount)
})

test.each<[string, number, (id: string) => [string, object]]>([
  ['publishing', 7, () => ['/news', createFields()]],
  ['deleting', 6, (id) => ['/news/delete', { id }]],
])(
  '%s takes at most %i statements and one push, for any number of members',
  async (_, maxStatements, createRequest) => {
    const { team, id } = await aReaderOfNews()
    const listOutbox = () => db.selectFrom('outbox').select('id').execute()
    const rowsBefore = (await listOutbox()).length
    const statements = await recordStatements(async () => {
      expect((await as(team).post(...createRequest(id))).status).toBeLessThan(300)
    })
    expect(statements.filter((text) => !/"?outbox"?/.test(text)).length).toBeLessThanOrEqual(
      SESSION_STATEMENTS + maxStatements,
    )
    expect(await listOutbox()).toHaveLength(rowsBefore + 1)
  },
)

/** Returns the query plan of the count, which every client requests when it connects. */
async function explainCount(member: TestMember): Promise<string> {
  const text =
    (await recordStatements(() => as(member).get('/news/count'))).find((statement) =>
      statement.includes('newsSeenId'),
    ) ?? ''
  const parameters = [...text.matchAll(/\$\d/g)].length
  expect(parameters).toBe(1)
  const { rows } = await ctx.pool.query(`explain ${text}`, [member.id])
  return JSON.stringify(rows)
}

test('the count is read only from indexes', async () => {
  const row = { title: 'x', content: 'x'.repeat(900), publishedAt: new Date().toISOString() }
  const values = Array.from({ length: 500 }, () => ({ ...row, clientId: randomUUID() }))
  await db.insertInto('news').values(values).execute()
  for (const table of ['news', 'members']) await asOwner(db, sql`vacuum analyze ${sql.table(table)}`)
  const plan = await explainCount(await aMember(db))
  expect(plan).toMatch(/Index Only Scan[^"]* using news_pkey/)
  expect(plan).toMatch(/Index Only Scan using news_by_time/)
  expect(plan).not.toContain('Seq Scan on news')
})
