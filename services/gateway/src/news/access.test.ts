import { randomUUID } from 'node:crypto'
import { aMember, type TestMember } from '@app/server/testing/members'
import { hashTables } from '@app/server/testing/table-hashes'
import { describe, expect, test } from 'vitest'
import { type Caller, setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { createNewsHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as, visitor } = gateway
const { db } = ctx
const { aTeam, createFields, publish, postComment } = createNewsHelpers(gateway)

type Ids = { id: string; cid: string }
type Action = (member: Caller, ids: Ids) => Promise<{ status: number; body: unknown }>

const ACTIONS: Record<string, Action> = {
  list: (member) => member.get('/news'),
  count: (member) => member.get('/news/count'),
  publish: (member) => member.post('/news', createFields()),
  edit: (member, { id }) => member.post('/news/edit', createFields({ id })),
  delete: (member, { id }) => member.post('/news/delete', { id }),
  kiss: (member, { id }) => member.post('/news/kiss', { id }),
  comments: (member, { id }) => member.get(`/news/${id}/comments`),
  comment: (member, { id }) => member.post(`/news/${id}/comments`, { message: 'Så bra', clientId: randomUUID() }),
  'delete comment': (member, { id, cid }) => member.post(`/news/${id}/comments/${cid}/delete`),
}
const ITEM_ACTIONS = Object.entries(ACTIONS).filter(([name]) => !['list', 'count', 'publish'].includes(name))
const TEAM_ACTIONS = Object.entries(ACTIONS).filter(([name]) => ['publish', 'edit', 'delete'].includes(name))

const readAllState = () => hashTables(db, ['news', 'news_kisses', 'news_comments', 'outbox'])

async function aCommentedItem(author?: TestMember) {
  const { id } = await publish()
  const ann = author ?? (await aMember(db))
  return { ann, ids: { id, cid: (await postComment(ann, id)).body.id } }
}

async function expectUnchanged(action: () => Promise<unknown>): Promise<void> {
  const before = await readAllState()
  await action()
  expect(await readAllState()).toEqual(before)
}

test.each(Object.entries(ACTIONS))('%s requires a valid session', async (_, action) => {
  const { ids } = await aCommentedItem()
  const [loggedOutAdmin, deletedAdmin] = [await aTeam(), await aMember(db, { level: 'ADMIN', deletedAt: new Date() })]
  await db.deleteFrom('sessions').where('id', '=', loggedOutAdmin.sessionId).execute()
  await expectUnchanged(async () => {
    for (const member of [visitor, as(loggedOutAdmin), as(deletedAdmin)])
      expect(await action(member, ids)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
  })
})

test.each(TEAM_ACTIONS)('%s is limited to the team', { tags: 'news.team-only' }, async (_, action) => {
  const { ann, ids } = await aCommentedItem()
  const formerAdmin = await aTeam()
  await db.updateTable('members').set({ level: 'BASIC' }).where('id', '=', formerAdmin.accountId).execute()
  await expectUnchanged(async () => {
    for (const member of [ann, formerAdmin])
      for (const id of [ids.id, UNUSED_ID])
        expect(await action(as(member), { ...ids, id })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })
})

describe.each(ITEM_ACTIONS)('%s', (_, action) => {
  test('responds NOT_FOUND for an unknown or deleted news item', async () => {
    const { ids } = await aCommentedItem()
    const team = await aTeam()
    await as(team).post('/news/delete', { id: ids.id })
    await expectUnchanged(async () => {
      for (const id of [UNUSED_ID, ids.id])
        expect(await action(as(team), { ...ids, id })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    })
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00', '٣'])('rejects the id %s', async (id) => {
    const { ids } = await aCommentedItem()
    await expectUnchanged(async () => {
      expect([400, 404]).toContain((await action(as(await aTeam()), { ...ids, id })).status)
    })
  })
})

describe('deleting a comment', () => {
  const deleteComment = ACTIONS['delete comment'] as Action

  test('succeeds once for its author', { tags: 'news.delete-comment' }, async () => {
    const { ann, ids } = await aCommentedItem()
    expect((await deleteComment(as(ann), ids)).status).toBe(204)
    expect((await deleteComment(as(ann), ids)).status).toBe(404)
    expect(await db.selectFrom('news_comments').select('id').where('id', '=', ids.cid).execute()).toEqual([])
  })

  test('is forbidden for other members and for the team', async () => {
    const { ids } = await aCommentedItem()
    const otherItem = await aCommentedItem()
    const team = await aTeam()
    await expectUnchanged(async () => {
      for (const other of [otherItem.ann, team])
        expect(await deleteComment(as(other), ids)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    })
  })

  test('requires the id of its own news item, even from its author and the team', async () => {
    const [item, otherItem] = [await aCommentedItem(), await aCommentedItem()]
    await expectUnchanged(async () => {
      for (const member of [item.ann, await aTeam()])
        for (const cid of [item.ids.cid, UNUSED_ID])
          expect(await deleteComment(as(member), { id: otherItem.ids.id, cid })).toMatchObject({ status: 404 })
    })
  })

  test('has the same response as for an unknown comment if the caller cannot see it', async () => {
    const { ann, ids } = await aCommentedItem()
    const ignored = await aMember(db)
    await as(ann).post('/ignore', ignored.userName)
    const unknownResponse = await deleteComment(as(ignored), { ...ids, cid: UNUSED_ID })
    await expectUnchanged(async () => {
      const { status, body } = await deleteComment(as(ignored), ids)
      expect([status, body]).toEqual([unknownResponse.status, unknownResponse.body])
    })
  })
})

test.each(['limit=0', 'limit=101', 'limit=x', 'before=0', 'before=x'])(
  'the lists reject the query %s',
  async (query) => {
    const { ann, ids } = await aCommentedItem()
    for (const path of ['/news', `/news/${ids.id}/comments`])
      expect((await as(ann).get(`${path}?${query}`)).status).toBe(400)
  },
)
