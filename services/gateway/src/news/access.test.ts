import { randomUUID } from 'node:crypto'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Caller, setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { createNewsHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as, visitor } = gateway
const { db } = ctx
const { aTeam, words, publish, postComment } = createNewsHelpers(gateway)

type Ids = { id: string; cid: string }
type Call = (member: Caller, ids: Ids) => Promise<{ status: number; body: unknown }>

const CALLS: Record<string, Call> = {
  list: (member) => member.get('/news'),
  count: (member) => member.get('/news/count'),
  publish: (member) => member.post('/news', words()),
  edit: (member, { id }) => member.post('/news/edit', words({ id })),
  delete: (member, { id }) => member.post('/news/delete', { id }),
  kiss: (member, { id }) => member.post('/news/kiss', { id }),
  comments: (member, { id }) => member.get(`/news/${id}/comments`),
  comment: (member, { id }) => member.post(`/news/${id}/comments`, { message: 'Så bra', clientId: randomUUID() }),
  'delete comment': (member, { id, cid }) => member.post(`/news/${id}/comments/${cid}/delete`),
}
const ABOUT_NEWS = Object.entries(CALLS).filter(([name]) => !['list', 'count', 'publish'].includes(name))
const OF_THE_TEAM = Object.entries(CALLS).filter(([name]) => ['publish', 'edit', 'delete'].includes(name))

const readAllState = (): Promise<unknown> =>
  Promise.all(
    (['news', 'news_kisses', 'news_comments', 'outbox'] as const).map(
      async (table) => (await sql`select * from ${sql.table(table)} t order by t::text`.execute(db)).rows,
    ),
  )

async function commented(author?: TestMember) {
  const { id } = await publish()
  const ann = author ?? (await aMember(db))
  return { ann, ids: { id, cid: (await postComment(ann, id)).body.id } }
}

async function unchanged(action: () => Promise<unknown>): Promise<void> {
  const before = await readAllState()
  await action()
  expect(await readAllState()).toEqual(before)
}

test.each(Object.entries(CALLS))('%s requires a valid session', async (_, call) => {
  const { ids } = await commented()
  const [ended, deletedAdmin] = [await aTeam(), await aMember(db, { level: 'ADMIN', deletedAt: new Date() })]
  await db.deleteFrom('sessions').where('id', '=', ended.sessionId).execute()
  await unchanged(async () => {
    for (const member of [visitor, as(ended), as(deletedAdmin)])
      expect(await call(member, ids)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
  })
})

test.each(OF_THE_TEAM)('%s is limited to the team', { tags: 'news.team-only' }, async (_, call) => {
  const { ann, ids } = await commented()
  const former = await aTeam()
  await db.updateTable('members').set({ level: 'BASIC' }).where('id', '=', former.accountId).execute()
  await unchanged(async () => {
    for (const member of [ann, former])
      for (const id of [ids.id, UNUSED_ID])
        expect(await call(as(member), { ...ids, id })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })
})

describe.each(ABOUT_NEWS)('%s', (_, call) => {
  test('of unknown or deleted news finds nothing', async () => {
    const { ids } = await commented()
    const team = await aTeam()
    await as(team).post('/news/delete', { id: ids.id })
    await unchanged(async () => {
      for (const id of [UNUSED_ID, ids.id])
        expect(await call(as(team), { ...ids, id })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    })
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00', '٣'])('rejects the id %s', async (id) => {
    const { ids } = await commented()
    await unchanged(async () => {
      expect([400, 404]).toContain((await call(as(await aTeam()), { ...ids, id })).status)
    })
  })
})

describe('a comment is deleted', () => {
  const remove = CALLS['delete comment'] as Call

  test('by its author and by the team, once', { tags: 'news.delete-comment' }, async () => {
    for (const member of ['author', 'team'] as const) {
      const { ann, ids } = await commented()
      const by = as(member === 'author' ? ann : await aTeam())
      expect((await remove(by, ids)).status).toBe(204)
      expect((await remove(by, ids)).status).toBe(404)
      expect(await db.selectFrom('news_comments').select('id').where('id', '=', ids.cid).execute()).toEqual([])
    }
  })

  test('by no other member', async () => {
    const { ids } = await commented()
    const other = await commented()
    await unchanged(async () => {
      expect(await remove(as(other.ann), ids)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    })
  })

  test('only under its own news, even by the team and its author', async () => {
    const [one, other] = [await commented(), await commented()]
    await unchanged(async () => {
      for (const member of [one.ann, await aTeam()])
        for (const cid of [one.ids.cid, UNUSED_ID])
          expect(await remove(as(member), { id: other.ids.id, cid })).toMatchObject({ status: 404 })
    })
  })

  test('with NOT_FOUND if the caller does not see it', async () => {
    const { ann, ids } = await commented()
    const ignored = await aMember(db)
    await as(ann).post('/ignore', ignored.userName)
    const unknown = await remove(as(ignored), { ...ids, cid: UNUSED_ID })
    await unchanged(async () => {
      const { status, body } = await remove(as(ignored), ids)
      expect([status, body]).toEqual([unknown.status, unknown.body])
    })
  })
})

test.each(['limit=0', 'limit=101', 'limit=x', 'before=0', 'before=x'])('lists reject %s', async (query) => {
  const { ann, ids } = await commented()
  for (const path of ['/news', `/news/${ids.id}/comments`])
    expect((await as(ann).get(`${path}?${query}`)).status).toBe(400)
})
