import { listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { signedUrl } from '@app/server/testing/photos'
import { hashTables } from '@app/server/testing/table-hashes'
import { expect, test } from 'vitest'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'

const { app, ctx, as, visitor } = await setUpTestGateway()
const { db } = ctx

const ACTIONS = ['like', 'unlike', 'delete'] as const
const ignore = (ignorer: TestMember, ignored: TestMember) =>
  db
    .insertInto('ignores')
    .values({ ignorerId: ignorer.id, ignoredId: ignored.id, lastActiveThen: new Date().toISOString() })
    .execute()
const markDeleted = ({ id }: TestMember) =>
  db.updateTable('members').set({ deletedAt: new Date().toISOString() }).where('id', '=', id).execute()

/** Reads all state that a request could change, including pushes. */
const readAllState = () => hashTables(db, ['movie_entries', 'movie_likes', 'media', 'outbox'])

/** Returns whether this viewer can open the picture, with a URL of their own. */
async function canSee(viewer: TestMember, mediaId: string): Promise<boolean> {
  return (await app.inject({ url: signedUrl(ctx, viewer, mediaId) })).statusCode === 200
}

const isListed = async (viewer: TestMember, id: string): Promise<boolean> =>
  (await as(viewer).get<{ id: string }[]>('/movie?limit=100')).body.some((entry) => entry.id === id)

/** Creates an entry by Ann, and a viewer in each relation to her. */
async function anEntryWithViewers() {
  const [ann, bo, ignorer, ignored] = (await Promise.all(Array.from({ length: 4 }, () => aMember(db)))) as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ]
  const team = await aMember(db, { level: 'ADMIN' })
  await ignore(ignorer, ann)
  await ignore(ann, ignored)
  return { ann, bo, ignorer, ignored, team, entry: await anEntry(ctx, ann) }
}

test('an entry and its picture are hidden from members in a blocked pair with the author, and from all members while the author is being deleted', async () => {
  const { ann, bo, ignorer, ignored, team, entry } = await anEntryWithViewers()
  const checkForAll = (check: (viewer: TestMember) => Promise<boolean>) =>
    Promise.all([ann, bo, team, ignorer, ignored].map(check))
  expect(await checkForAll((member) => isListed(member, entry.id))).toEqual([true, true, true, false, false])
  expect(await checkForAll((member) => canSee(member, entry.mediaId))).toEqual([true, true, true, false, false])
  await markDeleted(ann)
  expect(await checkForAll(async (member) => (member === ann ? false : isListed(member, entry.id)))).toEqual(
    Array(5).fill(false),
  )
  expect(await checkForAll((member) => canSee(member, entry.mediaId))).toEqual(Array(5).fill(false))
})

test('a picture that has no entry, or is not processed yet, is hidden from all members', async () => {
  const { ann, bo, entry } = await anEntryWithViewers()
  const unprocessedEntry = await anEntry(ctx, ann, { state: 'PROCESSING' })
  await db.deleteFrom('movie_entries').where('id', '=', entry.id).execute()
  for (const { mediaId } of [entry, unprocessedEntry])
    expect(await Promise.all([ann, bo].map((member) => canSee(member, mediaId)))).toEqual([false, false])
})

test.each(ACTIONS)(
  '%s responds to members in a blocked pair with the author as if the entry did not exist',
  async (action) => {
    const { bo, ignorer, ignored, entry } = await anEntryWithViewers()
    const before = await readAllState()
    const unknownEntry = await as(bo).post(`/movie/${action}`, { id: UNUSED_ID })
    expect(unknownEntry).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    for (const member of [ignorer, ignored]) {
      const { status, body } = await as(member).post(`/movie/${action}`, { id: entry.id })
      expect({ status, body }).toEqual({ status: 404, body: unknownEntry.body })
    }
    expect((await visitor.post(`/movie/${action}`, { id: entry.id })).status).toBe(401)
    for (const id of ['x', '0', '-1', '1e3', 1, null, undefined, '9'.repeat(19)])
      expect((await as(bo).post(`/movie/${action}`, { id })).status).toBe(400)
    expect(await readAllState()).toEqual(before)
  },
)

test('only the author can delete an entry', { tags: 'movie.delete-roles' }, async () => {
  const { ann, bo, team, entry } = await anEntryWithViewers()
  const before = await readAllState()
  for (const other of [bo, team])
    expect(await as(other).post('/movie/delete', { id: entry.id })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
  expect(await readAllState()).toEqual(before)
  expect((await as(ann).post('/movie/delete', { id: entry.id })).status).toBe(204)
  expect(await isListed(bo, entry.id)).toBe(false)
})

test('members cannot like their own entries', { tags: 'movie.no-own-likes' }, async () => {
  const { ann, entry } = await anEntryWithViewers()
  for (const action of ['like', 'unlike'])
    expect((await as(ann).post(`/movie/${action}`, { id: entry.id })).status).toBe(403)
  expect((await listPushes(db)).filter(({ push }) => push.type === 'movie:liked')).toEqual([])
})
