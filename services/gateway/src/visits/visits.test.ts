import type { Visitor } from '@app/contract/members/profiles'
import { listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, type TestMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { afterEach, describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const MINUTE_MS = 60_000
const NOON = new Date('2026-03-20T12:07:00.000Z')
let now = NOON
const { ctx, as, visitor: loggedOut } = await setUpTestGateway({ now: () => now })
afterEach(() => {
  now = NOON
})

const advanceClock = (milliseconds: number): void => {
  now = new Date(now.getTime() + milliseconds)
}
const buildPath = (owner: TestMember, kiss = '') => `/profiles/visits/${kiss}${encodeURIComponent(owner.userName)}`
const visit = (member: TestMember, owner: TestMember) => as(member).post(buildPath(owner))
const kiss = (member: TestMember, owner: TestMember) => as(member).post(buildPath(owner, 'kiss/'))
const listVisitors = (member: TestMember, owner: TestMember) => as(member).get<Visitor[]>(buildPath(owner))
const listNames = async (member: TestMember, owner: TestMember) =>
  (await listVisitors(member, owner)).body.map(({ userName }) => userName)
const ignore = (member: TestMember, other: TestMember) => as(member).post('/ignore', other.userName)
const changeSettings = (member: TestMember, changes: object) => as(member).post('/members/settings', changes)
const readRows = (owner: TestMember) =>
  ctx.db.selectFrom('visits').selectAll().where('ownerId', '=', owner.id).execute()

describe('a visit', () => {
  test('while the account of the owner is being purged stores nothing', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    let visitDuringPurge: ReturnType<typeof visit> | undefined
    await ctx.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('members').where('id', '=', ann.id).execute()
      visitDuringPurge = visit(bo, ann)
      await expect.poll(() => countLockWaiters(ctx)).toBe(1)
    })
    expect((await visitDuringPurge)?.status).toBe(204)
    expect(await readRows(ann)).toEqual([])
  })

  test('appears in the list, with the fields of a result card', { tags: 'visits.list' }, async () => {
    const ann = await aMember(ctx.db)
    const bo = await aMember(ctx.db, { couple: true })
    await ctx.db
      .updateTable('members')
      .set({ description: 'x'.repeat(60) })
      .where('id', '=', bo.id)
      .execute()
    expect((await visit(bo, ann)).status).toBe(204)
    expect((await listVisitors(ann, ann)).body).toEqual([
      {
        userName: bo.userName,
        profilePhotoUrl: null,
        description: 'x'.repeat(50),
        person1: { sex: 'FEMALE', yearOfBirth: 1985, orientation: 'SECRET' },
        person2: { sex: 'MALE', yearOfBirth: 1985, orientation: 'SECRET' },
        badges: [],
        hasNotes: false,
        kisses: 0,
        visitCount: 1,
        lastVisit: NOON.toISOString(),
      },
    ])
  })

  test('counts at most once an hour, and always updates the time of the last visit', {
    tags: 'visits.once-an-hour',
  }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await Promise.all(Array.from({ length: 10 }, () => visit(bo, ann)))
    advanceClock(59 * MINUTE_MS)
    await visit(bo, ann)
    expect((await listVisitors(ann, ann)).body).toMatchObject([{ visitCount: 1, lastVisit: now.toISOString() }])
    advanceClock(MINUTE_MS)
    await Promise.all(Array.from({ length: 10 }, () => visit(bo, ann)))
    expect((await listVisitors(ann, ann)).body).toMatchObject([{ visitCount: 2 }])
  })

  test("to the visitor's own profile stores no row", async () => {
    const ann = await aMember(ctx.db)
    expect((await visit(ann, ann)).status).toBe(204)
    expect(await readRows(ann)).toEqual([])
  })

  test('by an incognito member, by the team, or in a blocked pair stores no row', async () => {
    const ann = await aMember(ctx.db)
    const [incognitoMember, ignored, ignorer] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
    const admin = await aMember(ctx.db, { level: 'ADMIN' })
    await changeSettings(incognitoMember, { incognito: true })
    await ignore(ann, ignored)
    await ignore(ignorer, ann)
    for (const member of [incognitoMember, ignored, ignorer, admin]) expect((await visit(member, ann)).status).toBe(204)
    expect(await readRows(ann)).toEqual([])
  })

  test('responds NOT_FOUND for an unknown name or a member being deleted', async () => {
    const [ann, deletedMember] = [await aMember(ctx.db), await aMember(ctx.db, { deletedAt: new Date() })]
    for (const owner of [deletedMember, { ...ann, userName: 'Finns inte' }]) {
      for (const request of [visit, kiss, listVisitors])
        expect(await request(ann, owner)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
    expect(await readRows(deletedMember)).toEqual([])
  })
})

describe('the list of visitors', () => {
  test('contains the last hundred, newest first', { tags: 'visits.last-hundred' }, async () => {
    const ann = await aMember(ctx.db)
    const visitors: TestMember[] = []
    for (let index = 0; index < 102; index += 1) visitors.push(await aMember(ctx.db))
    for (const [index, { id }] of visitors.entries()) {
      const visitedAt = new Date(NOON.getTime() + index * 1_000).toISOString()
      await ctx.db
        .insertInto('visits')
        .values({ ownerId: ann.id, visitorId: id, lastCountedAt: visitedAt, lastVisit: visitedAt })
        .execute()
    }
    const expectedNames = visitors.slice(2).map(({ userName }) => userName)
    expect(await listNames(ann, ann)).toEqual(expectedNames.reverse())
    expect(await recordStatements(() => listVisitors(ann, ann))).toHaveLength(3)
  })

  test('is visible to other members, with rounded times, unless its owner closes it', {
    tags: 'visits.public-list',
  }, async () => {
    const [ann, bo, cy] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
    await visit(bo, ann)
    expect((await listVisitors(cy, ann)).body).toMatchObject([
      { userName: bo.userName, lastVisit: '2026-03-20T12:00:00.000Z' },
    ])
    await changeSettings(ann, { visitorsClosed: true })
    expect(await listVisitors(cy, ann)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await listVisitors(bo, ann)).toMatchObject({ status: 403 })
    expect(await listNames(ann, ann)).toEqual([bo.userName])
  })

  test('is hidden from the team, and in a blocked pair', async () => {
    const ann = await aMember(ctx.db)
    const [ignored, ignorer, admin] = [
      await aMember(ctx.db),
      await aMember(ctx.db),
      await aMember(ctx.db, { level: 'ADMIN' }),
    ]
    await ignore(ann, ignored)
    await ignore(ignorer, ann)
    for (const member of [ignored, ignorer, admin])
      expect(await listVisitors(member, ann)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })

  test('omits members in a blocked pair with the owner or the viewer, and members being deleted', async () => {
    const [ann, viewer, visibleMember] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
    const [ignoredByOwner, ignoredByViewer, ignoresViewer, deletedMember] = [
      await aMember(ctx.db),
      await aMember(ctx.db),
      await aMember(ctx.db),
      await aMember(ctx.db),
    ]
    const visitors = [ignoredByOwner, ignoredByViewer, ignoresViewer, deletedMember, visibleMember]
    for (const member of visitors) await visit(member, ann)
    await ignore(ann, ignoredByOwner)
    await ignore(viewer, ignoredByViewer)
    await ignore(ignoresViewer, viewer)
    await ctx.db
      .updateTable('members')
      .set({ deletedAt: NOON.toISOString() })
      .where('id', '=', deletedMember.id)
      .execute()
    expect(await listNames(viewer, ann)).toEqual([visibleMember.userName])
    expect((await listNames(ann, ann)).sort()).toEqual(
      [ignoredByViewer, ignoresViewer, visibleMember].map(({ userName }) => userName).sort(),
    )
    await as(ann).post('/ignore/remove', ignoredByOwner.userName)
    expect(await listNames(ann, ann)).toContain(ignoredByOwner.userName)
  })

  test("marks visitors about whom the viewer has notes, and ignores other members' notes", async () => {
    const [ann, bo, cy] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
    await visit(bo, ann)
    await as(cy).post(`/profiles/${encodeURIComponent(bo.userName)}/notes`, { notes: 'minns' })
    expect((await listVisitors(cy, ann)).body).toMatchObject([{ hasNotes: true }])
    expect((await listVisitors(ann, ann)).body).toMatchObject([{ hasNotes: false }])
  })

  test('is cleared by its owner, without effect on other lists', { tags: 'visits.clear' }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await visit(bo, ann)
    await visit(ann, bo)
    expect(await listNames(bo, bo)).toEqual([ann.userName])
    expect((await as(bo).post('/profiles/visits/clear')).status).toBe(204)
    expect((await as(bo).post('/profiles/visits/clear')).status).toBe(204)
    expect(await listNames(bo, bo)).toEqual([])
    expect(await listNames(ann, ann)).toEqual([bo.userName])
  })
})

describe('a kiss', () => {
  test('is counted, and possible once a day, even if ten requests are concurrent', {
    tags: 'visits.kiss-once-a-day',
  }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const responses = await Promise.all(Array.from({ length: 10 }, () => kiss(bo, ann)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(409)])
    expect((await listVisitors(ann, ann)).body).toMatchObject([{ userName: bo.userName, kisses: 1, visitCount: 1 }])
    expect((await kiss(ann, bo)).status).toBe(204)
  })

  test('is possible again on the next day in Stockholm', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    now = new Date('2026-03-20T22:59:00.000Z')
    expect((await kiss(bo, ann)).status).toBe(204)
    expect(await kiss(bo, ann)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    advanceClock(MINUTE_MS)
    expect((await kiss(bo, ann)).status).toBe(204)
    now = new Date('2026-03-21T22:00:00.000Z')
    expect((await kiss(bo, ann)).status).toBe(409)
    expect((await listVisitors(ann, ann)).body).toMatchObject([{ kisses: 2 }])
  })

  test('appears in the list even if the sender is incognito', async () => {
    const [ann, incognitoMember] = [await aMember(ctx.db), await aMember(ctx.db)]
    await changeSettings(incognitoMember, { incognito: true })
    await kiss(incognitoMember, ann)
    advanceClock(120 * MINUTE_MS)
    await visit(incognitoMember, ann)
    expect((await listVisitors(ann, ann)).body).toMatchObject([
      { kisses: 1, visitCount: 1, lastVisit: NOON.toISOString() },
    ])
  })

  test("is rejected in a blocked pair, and to the sender's own profile", { tags: 'visits.kiss-rejected' }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await ignore(ann, bo)
    for (const [member, owner] of [
      [ann, bo],
      [bo, ann],
    ] as const)
      expect(await kiss(member, owner)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await kiss(ann, ann)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await ctx.db.selectFrom('kisses').selectAll().where('giverId', 'in', [ann.id, bo.id]).execute()).toEqual([])
  })
})

test('visits and kisses send no push', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const countBefore = (await listPushes(ctx.db)).length
  await visit(bo, ann)
  expect((await kiss(bo, ann)).status).toBe(204)
  expect((await listVisitors(ann, ann)).body).toMatchObject([{ kisses: 1, visitCount: 1 }])
  expect((await listPushes(ctx.db)).slice(countBefore)).toEqual([])
})

test('the routes require a session', async () => {
  for (const path of ['/profiles/visits/Ann', '/profiles/visits/kiss/Ann', '/profiles/visits/clear'])
    expect((await loggedOut.post(path)).status).toBe(401)
  expect((await loggedOut.get('/profiles/visits/Ann')).status).toBe(401)
})
