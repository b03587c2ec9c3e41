import { randomUUID } from 'node:crypto'
import { NEWS_COUNTED_MAX } from '@app/contract/limits'
import type { NewsItem } from '@app/contract/news'
import { listPushes } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { createNewsHelpers } from './testing.ts'

let now = new Date()
const gateway = await setUpTestGateway({ now: () => now })
const { ctx, as } = gateway
const { db } = ctx
const { aTeam, createFields, publish, listNews, readCount, kiss, deleteNews, postComment } = createNewsHelpers(gateway)

/** Runs an action and returns the pushes that it wrote, with their recipients. */
async function recordPushes(action: () => Promise<unknown>) {
  const countBefore = (await listPushes(db)).length
  await action()
  return (await listPushes(db)).slice(countBefore)
}

const listNewestIds = async () =>
  (await db.selectFrom('news').select('id').orderBy('id', 'desc').execute()).map(({ id }) => id)

describe('publishing news', () => {
  test('responds with the item as members see it, under the name of the team', { tags: 'news.publish' }, async () => {
    const [team, ann] = [await aTeam(), await aMember(db)]
    const { status, body } = await as(team).post<NewsItem>('/news', createFields())
    expect(status).toBe(201)
    expect(body).toEqual({
      ...createFields(),
      id: expect.any(String),
      published: now.toISOString(),
      kisses: 0,
      iKissed: false,
      commentCount: 0,
      author: 'Teamet',
    })
    expect((await listNews(ann))[0]).toEqual(body)
  })

  test('notifies all members with one push, for any number of members', async () => {
    const team = await aTeam()
    await Promise.all(Array.from({ length: 20 }, () => aMember(db)))
    const newPushes = await recordPushes(() => publish(team))
    expect(newPushes).toEqual([
      { everybody: true, push: { type: 'news:count', newest: await listNewestIds(), seen: null } },
    ])
  })

  test('stores and publishes once when the request is repeated or sent concurrently', {
    tags: 'news.publish-once',
  }, async () => {
    const [team, clientId] = [await aTeam(), randomUUID()]
    const newPushes = await recordPushes(async () => {
      const news = await Promise.all(Array.from({ length: 10 }, () => publish(team, { clientId })))
      expect(new Set(news.map(({ id }) => id)).size).toBe(1)
      expect(await publish(team, { clientId, title: 'Något annat' })).toEqual(news[0])
    })
    expect(newPushes).toHaveLength(1)
  })

  test('creates two items when the same text is published twice', async () => {
    const news = [await publish(), await publish()]
    expect(new Set(news.map(({ id }) => id)).size).toBe(2)
  })

  test('sends a push for each of several concurrent items; one of the pushes contains all of them', async () => {
    const team = await aTeam()
    const newPushes = await recordPushes(() => Promise.all(Array.from({ length: 5 }, () => publish(team))))
    expect(newPushes).toHaveLength(5)
    expect(newPushes.map(({ push }) => push)).toContainEqual({
      type: 'news:count',
      newest: await listNewestIds(),
      seen: null,
    })
  })

  test('stores hostile Markdown unchanged', async () => {
    const content = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![y](https://example.test/y.png)'
    expect(await publish(undefined, { content })).toMatchObject({ content })
  })
})

describe('the list', () => {
  test('is returned in pages, newest first', { tags: 'news.list' }, async () => {
    const [ann, team] = [await aMember(db), await aTeam()]
    const ids = [await publish(team), await publish(team), await publish(team)].map(({ id }) => id).reverse()
    expect((await listNews(ann, '?limit=3')).map(({ id }) => id)).toEqual(ids)
    expect((await listNews(ann, `?limit=2&before=${ids[0]}`)).map(({ id }) => id)).toEqual(ids.slice(1))
  })

  test('clears the count on all devices of the member, but not for other members', async () => {
    const [ann, bo] = [await aMember(db), await aMember(db, { registeredAt: new Date(0) })]
    const { id } = await publish()
    const newPushes = await recordPushes(() => listNews(ann))
    expect(newPushes).toEqual([{ to: [ann.id], push: { type: 'news:count', seen: id, newest: null } }])
    expect(await readCount(ann)).toEqual({ count: 0, seen: id, newest: await listNewestIds() })
    expect(await readCount(bo)).toMatchObject({ seen: null, count: (await listNewestIds()).length })
    expect(await recordPushes(() => listNews(ann))).toEqual([])
  })

  test('notifies once when opened on ten devices concurrently', async () => {
    const [ann, { id }] = [await aMember(db), await publish()]
    const newPushes = await recordPushes(() => Promise.all(Array.from({ length: 10 }, () => listNews(ann))))
    expect(newPushes).toEqual([{ to: [ann.id], push: { type: 'news:count', seen: id, newest: null } }])
  })

  test('never moves the seen position back, neither for an older page nor after the newest item was deleted', async () => {
    const [ann, team] = [await aMember(db, { registeredAt: new Date(0) }), await aTeam()]
    await publish(team)
    const newer = await publish(team)
    await listNews(ann, `?before=${newer.id}`)
    expect((await readCount(ann)).seen).toBeNull()
    await listNews(ann)
    await deleteNews(team, newer.id)
    expect(await recordPushes(() => listNews(ann))).toEqual([])
    expect(await readCount(ann)).toMatchObject({ count: 0, seen: newer.id })
  })
})

describe('the count of news', () => {
  test('includes news published since the list was last opened, without deleted items', {
    tags: 'news.unread-count',
  }, async () => {
    const [ann, team] = [await aMember(db), await aTeam()]
    await publish(team)
    await listNews(ann)
    const [deletedItem, remainingItem] = [await publish(team), await publish(team)]
    expect((await readCount(ann)).count).toBe(2)
    await deleteNews(team, deletedItem.id)
    expect(await readCount(ann)).toMatchObject({ count: 1, newest: expect.arrayContaining([remainingItem.id]) })
  })

  test('starts at the registration of a member who has never opened the list', async () => {
    const { id } = await publish()
    now = new Date(now.getTime() + 60_000)
    const ann = await aMember(db, { registeredAt: now })
    expect(await readCount(ann)).toMatchObject({ count: 0, seen: id })
    now = new Date(now.getTime() + 60_000)
    await publish()
    expect(await readCount(ann)).toMatchObject({ count: 1, seen: id })
  })

  test('is the same after a push as after a reload', async () => {
    const [ann, team] = [await aMember(db), await aTeam()]
    await listNews(ann)
    const before = await readCount(ann)
    const [newPush] = await recordPushes(() => publish(team))
    const push = newPush?.push.type === 'news:count' ? newPush.push : undefined
    expect({ seen: before.seen, newest: push?.newest, count: 1 }).toEqual(await readCount(ann))
  })

  test(`includes at most the newest ${NEWS_COUNTED_MAX} items`, async () => {
    const row = { title: 'x', content: 'x', publishedAt: now.toISOString() }
    const rows = Array.from({ length: NEWS_COUNTED_MAX + 5 }, () => ({ ...row, clientId: randomUUID() }))
    await db.insertInto('news').values(rows).execute()
    const ann = await aMember(db, { registeredAt: new Date(0) })
    expect((await readCount(ann)).count).toBe(NEWS_COUNTED_MAX)
    expect((await readCount(ann)).newest).toEqual((await listNewestIds()).slice(0, NEWS_COUNTED_MAX))
  })

  test.each(['2.3.9', '1.99.99', '0.0.0', '2.3.99999'])(
    'tells a client of version %s to reload',
    { tags: 'news.client-version' },
    async (version) => {
      expect(await readCount(await aMember(db), { 'x-client-version': version })).toMatchObject({ reload: true })
    },
  )

  test.each(['2.4.0', '2.4.1', '2.10.0', '10.0.0', '', '2', '2.4', '2.3.9.1', '-1.0.0', '2.3.x', 'x'.repeat(2000)])(
    'does not tell a client with the version %j to reload',
    async (version) => {
      expect(await readCount(await aMember(db), { 'x-client-version': version })).not.toHaveProperty('reload')
    },
  )

  test('does not tell a client without a version to reload', async () => {
    expect(await readCount(await aMember(db))).not.toHaveProperty('reload')
  })
})

describe('a kiss', () => {
  const readRow = (id: string) => db.selectFrom('news').select('kisses').where('id', '=', id).executeTakeFirstOrThrow()

  test('counts once for each member, even if repeated', { tags: 'news.kiss' }, async () => {
    const [ann, bo, { id }] = [await aMember(db), await aMember(db), await publish()]
    expect(await recordPushes(() => kiss(ann, id))).toEqual([])
    const repeatedKisses = await Promise.all(Array.from({ length: 50 }, () => kiss(ann, id)))
    expect(new Set(repeatedKisses.map(({ status }) => status))).toEqual(new Set([204]))
    await kiss(bo, id)
    expect((await listNews(ann))[0]).toMatchObject({ id, kisses: 2, iKissed: true })
    expect((await listNews(await aMember(db)))[0]).toMatchObject({ id, kisses: 2, iKissed: false })
  })

  test('counts for each of many concurrent members', async () => {
    const { id } = await publish()
    const members = await Promise.all(Array.from({ length: 20 }, () => aMember(db)))
    await Promise.all(members.map((member) => kiss(member, id)))
    expect(await readRow(id)).toEqual({ kisses: 20 })
  })

  test('succeeds or responds NOT_FOUND while the news item is being deleted', async () => {
    const [team, members] = [await aTeam(), await Promise.all(Array.from({ length: 10 }, () => aMember(db)))]
    const { id } = await publish(team)
    const [deletion, ...responses] = await Promise.all([
      deleteNews(team, id),
      ...members.map((member) => kiss(member, id)),
    ])
    expect(deletion.status).toBe(204)
    for (const { status } of responses) expect([204, 404]).toContain(status)
  })
})

test('an admin can edit a news item of another admin in place, without a notification', {
  tags: 'news.edit',
}, async () => {
  const [team, otherAdmin, ann] = [await aTeam(), await aTeam(), await aMember(db)]
  const { id } = await publish(team)
  await postComment(ann, id)
  await publish(team)
  const [newestBefore] = await listNews(ann, '?limit=1')
  const newPushes = await recordPushes(async () => {
    for (const title of ['Rättat', 'Rättat', '  Rättat igen  ']) {
      const { status, body } = await as(otherAdmin).post<NewsItem>('/news/edit', {
        id,
        title,
        content: 'Så ska det *stå*',
      })
      expect([status, body]).toEqual([200, { ...(await listNews(otherAdmin)).find((item) => item.id === id) }])
    }
  })
  expect(newPushes.filter(({ push }) => push.type === 'news:count' && push.newest)).toEqual([])
  const [newestItem, editedItem] = await listNews(ann, '?limit=2')
  expect(newestItem).toEqual(newestBefore)
  expect(editedItem).toMatchObject({ id, title: 'Rättat igen', content: 'Så ska det *stå*', commentCount: 1 })
})

test.each([
  { title: '' },
  { content: ' ' },
  { title: 'x'.repeat(101) },
  { content: 'x'.repeat(1_001) },
  { title: 'två\nrader' },
])('rejects a change of a news item to %j', async (changes) => {
  const team = await aTeam()
  const item = await publish(team)
  expect((await as(team).post('/news/edit', createFields({ id: item.id, ...changes }))).status).toBe(400)
  expect((await listNews(team)).find(({ id }) => id === item.id)).toEqual(item)
})

test('deleting a news item deletes its kisses and comments, and notifies all members of the remaining items', {
  tags: 'news.delete',
}, async () => {
  const [team, ann] = [await aTeam(), await aMember(db)]
  const { id } = await publish(team)
  expect([(await kiss(ann, id)).status, (await postComment(ann, id)).status]).toEqual([204, 201])
  const newPushes = await recordPushes(async () => expect((await deleteNews(team, id)).status).toBe(204))
  const newest = (await listNewestIds()).slice(0, NEWS_COUNTED_MAX)
  expect(newPushes).toEqual([{ everybody: true, push: { type: 'news:count', newest, seen: null } }])
  expect(newest).not.toContain(id)
  expect((await deleteNews(team, id)).status).toBe(404)
  for (const table of ['news_kisses', 'news_comments'] as const)
    expect(await db.selectFrom(table).selectAll().where('newsId', '=', id).execute()).toEqual([])
})

test('a news item remains when the account of the admin who published it is deleted', async () => {
  const team = await aTeam()
  const { id } = await publish(team)
  await db.deleteFrom('members').where('id', '=', team.accountId).execute()
  expect((await listNews(await aMember(db)))[0]).toMatchObject({ id, author: 'Teamet' })
})
