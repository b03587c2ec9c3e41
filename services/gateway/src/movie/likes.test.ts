import type { MovieEntry } from '@app/contract/movie'
import { listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { recordStatements } from '@app/server/testing/statements'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

const like = (member: TestMember, id: string) => as(member).post('/movie/like', { id })
const unlike = (member: TestMember, id: string) => as(member).post('/movie/unlike', { id })
const readEntryAs = async (member: TestMember, id: string) =>
  (await as(member).get<MovieEntry[]>('/movie')).body.find((entry) => entry.id === id)
const listPushesOf = async (id: string) =>
  (await listPushes(db)).filter(({ push }) => push.type === 'movie:liked' && push.id === id)
const countStoredLikes = async (entryId: string) =>
  (await db.selectFrom('movie_likes').where('entryId', '=', entryId).where('stands', '=', true).selectAll().execute())
    .length

test('a like is counted, visible to its giver, and pushed to the author', { tags: 'movie.like' }, async () => {
  const [ann, bo, cia] = [await aMember(db), await aMember(db), await aMember(db)]
  const { id } = await anEntry(ctx, ann)
  expect((await like(bo, id)).status).toBe(204)
  expect(await readEntryAs(bo, id)).toMatchObject({ likes: 1, iLike: true })
  expect(await readEntryAs(cia, id)).toMatchObject({ likes: 1, iLike: false })
  expect(await listPushesOf(id)).toEqual([{ to: [ann.id], push: { type: 'movie:liked', id, likes: 1 } }])
  await like(cia, id)
  expect(await listPushesOf(id)).toHaveLength(2)
})

test('repeated likes and withdrawals count at most once, and notify the author once', {
  tags: 'movie.like-once',
}, async () => {
  const [ann, bo] = [await aMember(db), await aMember(db)]
  const { id } = await anEntry(ctx, ann)
  expect((await unlike(bo, id)).status).toBe(204)
  for (const action of [like, like, unlike, unlike, like]) expect((await action(bo, id)).status).toBe(204)
  expect(await readEntryAs(ann, id)).toMatchObject({ likes: 1, iLike: false })
  await unlike(bo, id)
  expect(await readEntryAs(ann, id)).toMatchObject({ likes: 0 })
  expect(await listPushesOf(id)).toHaveLength(1)
})

test('the number of likes is correct after fifty concurrent likes and withdrawals', async () => {
  const ann = await aMember(db)
  const fans = await Promise.all(Array.from({ length: 5 }, () => aMember(db)))
  const { id } = await anEntry(ctx, ann)
  const requests = Array.from({ length: 50 }, (_, n) => ({
    member: fans[n % 5] as TestMember,
    action: n % 3 ? like : unlike,
  }))
  await Promise.all(requests.map(({ member, action }) => action(member, id)))
  expect((await readEntryAs(ann, id))?.likes).toBe(await countStoredLikes(id))
  expect(await listPushesOf(id)).toHaveLength(5)
  await Promise.all(fans.map((member) => like(member, id)))
  expect((await readEntryAs(ann, id))?.likes).toBe(5)
})

test('the deletion of an entry also deletes likes that are given concurrently', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const { id } = await anEntry(ctx, ann)
    const [, deletion] = await Promise.all([like(bo, id), as(ann).post('/movie/delete', { id })])
    expect(deletion.status).toBe(204)
    expect(await countStoredLikes(id)).toBe(0)
  }
})

/** The number of statements that the session lookup adds to each request. */
const SESSION_STATEMENTS = 1

test.each([
  ['the feed', '/movie'],
  ['a page of the feed', '/movie?before=900000000000000000'],
  ['the number of new entries', '/movie/new?after=1'],
])('%s takes one statement besides the session lookup', async (_, path) => {
  const [ann, bo] = [await aMember(db), await aMember(db)]
  for (let n = 0; n < 5; n += 1) await like(bo, (await anEntry(ctx, ann)).id)
  const statements = await recordStatements(async () => {
    expect((await as(bo).get(path)).status).toBe(200)
  })
  expect(statements).toHaveLength(SESSION_STATEMENTS + 1)
})
