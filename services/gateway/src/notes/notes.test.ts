import { aMember, type TestMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as, visitor } = await setUpTestGateway()

const saveNotes = (member: TestMember, about: Pick<TestMember, 'userName'>, notes: unknown) =>
  as(member).post(`/profiles/${encodeURIComponent(about.userName)}/notes`, { notes })
const readNotes = (member: TestMember, about: Pick<TestMember, 'userName'>) =>
  as(member).get(`/profiles/${encodeURIComponent(about.userName)}/notes`)
const listNotes = async (writer: TestMember) =>
  (
    await ctx.db.selectFrom('profile_notes').select(['aboutId', 'notes']).where('writerId', '=', writer.id).execute()
  ).map(({ aboutId, notes }) => [aboutId, notes])

test('a note is stored, replaced, and deleted by an empty text', { tags: 'notes.store' }, async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  expect((await saveNotes(ann, bo, ' träffades i Lund \r\n')).status).toBe(204)
  expect(await listNotes(ann)).toEqual([[bo.id, 'träffades i Lund']])
  await Promise.all(Array.from({ length: 10 }, () => saveNotes(ann, bo, 'ny')))
  expect(await listNotes(ann)).toEqual([[bo.id, 'ny']])
  expect((await saveNotes(ann, bo, '  ')).status).toBe(204)
  expect((await saveNotes(ann, bo, '')).status).toBe(204)
  expect(await listNotes(ann)).toEqual([])
})

test('only its writer can read a note', { tags: 'notes.read' }, async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  expect(await readNotes(ann, bo)).toMatchObject({ status: 200, body: { notes: null } })
  await saveNotes(ann, bo, 'träffades i Lund')
  expect((await readNotes(ann, bo)).body).toEqual({ notes: 'träffades i Lund' })
  expect((await readNotes(bo, ann)).body).toEqual({ notes: null })
  expect((await readNotes(await aMember(ctx.db), bo)).body).toEqual({ notes: null })
})

test('a note can be read and saved by a writer whom the other member ignores', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  await as(bo).post('/ignore', ann.userName)
  expect((await saveNotes(ann, bo, 'ny')).status).toBe(204)
  expect((await readNotes(ann, bo)).body).toEqual({ notes: 'ny' })
})

test('notes by different members about the same member are separate', async () => {
  const [ann, bo, cy] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
  await saveNotes(ann, cy, 'av Ann')
  await saveNotes(bo, cy, 'av Bo')
  await saveNotes(bo, cy, '')
  expect(await listNotes(ann)).toEqual([[cy.id, 'av Ann']])
})

test('rejects notes about the writer, an unknown member, or a member being deleted', async () => {
  const [ann, deletedMember] = [await aMember(ctx.db), await aMember(ctx.db, { deletedAt: new Date() })]
  expect(await saveNotes(ann, ann, 'jag')).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect(await readNotes(ann, ann)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  for (const about of [deletedMember, { userName: 'Finns inte' }]) {
    expect(await saveNotes(ann, about, 'x')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await readNotes(ann, about)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  expect(await listNotes(ann)).toEqual([])
})

test.each([null, 1, undefined, 'x'.repeat(1_001), 'a\u0000', 'a\ud800'])('rejects the note %j', async (notes) => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  expect(await saveNotes(ann, bo, notes)).toMatchObject({ status: 400, body: { fields: [{ path: 'notes' }] } })
})

test('a note may have a thousand characters', { tags: 'notes.length' }, async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  expect((await saveNotes(ann, bo, 'x'.repeat(1_000))).status).toBe(204)
})

test('reading or saving a note requires a session', async () => {
  expect((await visitor.get('/profiles/Ann/notes')).status).toBe(401)
  expect((await visitor.post('/profiles/Ann/notes', { notes: 'x' })).status).toBe(401)
})
