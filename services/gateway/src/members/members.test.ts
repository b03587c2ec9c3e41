import { DAY_MS } from '@app/contract/limits'
import type { MemberResponse } from '@app/contract/members/members'
import { anOpenChat, listPushes } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { recordStatements } from '@app/server/testing/statements'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const DEFAULT_SETTINGS = {
  presenceOff: false,
  receiptsOff: false,
  hiddenFromSearch: false,
  incognito: false,
  visitorsClosed: false,
}

// Earlier than the real clock, by which `aMember` creates sessions, so that none has expired.
let now = new Date('2026-03-20T12:10:00.000Z')
const { ctx, as, visitor } = await setUpTestGateway({ now: () => now })
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const profilePath = (name: string) => `/members/username/${encodeURIComponent(name)}`
const openProfile = (viewer: Parameters<typeof as>[0], name: string) =>
  as(viewer).get<MemberResponse>(profilePath(name))

describe('a profile', () => {
  test('contains the data that other members may see, read by two statements besides the session lookup', {
    tags: 'members.profile',
  }, async () => {
    const ann = await aMember(ctx.db)
    await aMember(ctx.db, {
      userName: 'Åsa Öberg',
      couple: true,
      lastActiveAt: minutesAgo(5),
      cities: ['Lund', 'Malmö'],
    })
    const statements = await recordStatements(async () => {
      const { status, body } = await openProfile(ann, 'åsa  öberg')
      expect(status).toBe(200)
      expect(body).toEqual({
        profile: {
          userName: 'Åsa Öberg',
          registered: expect.any(String),
          lastActive: '2026-03-20T12:00:00.000Z',
          person1: expect.objectContaining({ sex: 'FEMALE', yearOfBirth: 1985, height: null, body: 'SECRET' }),
          person2: expect.objectContaining({ sex: 'MALE' }),
          description: '',
          profilePhotoUrl: null,
          cities: ['Lund', 'Malmö'],
          lookingFor: [],
          language: 'SWEDISH',
          badges: [],
          verifications: 0,
          profileNotes: null,
        },
        photos: [],
        between: { kissedToday: false, iGranted: false, theyGranted: false, privatePhotos: 0 },
      })
    })
    expect(statements).toHaveLength(3)
  })

  test('shows the email preferences to its owner only', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const { body } = await openProfile(ann, ann.userName)
    expect(body.mailPreferences).toEqual({ wantsEventMail: false, wantsChatMail: false, wantsNewsMail: false })
    expect(body.between).toBeUndefined()
    expect((await openProfile(bo, ann.userName)).body).not.toHaveProperty('mailPreferences')
  })

  test('shows the number of photos in a PRIVATE album without a grant, but not the photos', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await aPhoto(ctx, ann, { album: 'PRIVATE' })
    await aPhoto(ctx, ann, { album: 'PRIVATE', state: 'FAILED' })
    expect((await openProfile(bo, ann.userName)).body).toMatchObject({ photos: [], between: { privatePhotos: 1 } })
  })

  test('hides the PRIVATE album and its grant from a viewer whom its owner ignores', async () => {
    const { ann, bo } = await anOpenChat(ctx.db)
    await aPhoto(ctx, ann, { album: 'PRIVATE' })
    await as(ann).post('/photos/private/grant', { userName: bo.userName })
    const readProfileAsBo = async () => (await openProfile(bo, ann.userName)).body
    expect(await readProfileAsBo()).toMatchObject({ between: { theyGranted: true, privatePhotos: 1 } })
    await as(ann).post('/ignore', bo.userName)
    expect(await readProfileAsBo()).toMatchObject({ photos: [], between: { theyGranted: false, privatePhotos: 0 } })
  })

  test('counts confirmations, except those by members being deleted', async () => {
    const [ann, bo, cy] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db, { deletedAt: now })]
    const confirmed = { memberId: ann.id, state: 'CONFIRMED' as const, at: now.toISOString() }
    await ctx.db
      .insertInto('verifications')
      .values([bo, cy].map(({ id }) => ({ ...confirmed, verifierId: id })))
      .execute()
    expect((await openProfile(bo, ann.userName)).body.profile.verifications).toBe(1)
  })

  test("shows the viewer's own note, the viewer's kiss of the day and the grants between the two", async () => {
    const [ann, bo, cy] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
    const encodedName = encodeURIComponent(bo.userName)
    await as(ann).post(`/profiles/${encodedName}/notes`, { notes: 'träffades i Lund' })
    await as(ann).post(`/profiles/visits/kiss/${encodedName}`)
    const grantedAt = now.toISOString()
    await ctx.db.insertInto('private_grants').values({ ownerId: bo.id, viewerId: ann.id, grantedAt }).execute()
    const between = { kissedToday: true, iGranted: false, theyGranted: true }
    expect((await openProfile(ann, bo.userName)).body).toMatchObject({
      profile: { profileNotes: 'träffades i Lund' },
      between,
    })
    expect((await openProfile(bo, ann.userName)).body).toMatchObject({
      profile: { profileNotes: null },
      between: { kissedToday: false, iGranted: true, theyGranted: false },
    })
    expect((await openProfile(cy, bo.userName)).body.profile.profileNotes).toBeNull()
    now = new Date(now.getTime() + DAY_MS)
    expect((await openProfile(ann, bo.userName)).body.between).toMatchObject({ kissedToday: false })
    now = new Date(now.getTime() - DAY_MS)
  })

  test('shows the photos that the viewer may see, and the first of them in the header', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const visiblePhoto = await aPhoto(ctx, bo)
    await aPhoto(ctx, bo, { album: 'PRIVATE' })
    const { body } = await openProfile(ann, bo.userName)
    expect(body.photos).toMatchObject([{ id: visiblePhoto, album: 'PUBLIC', ordinal: 0 }])
    expect(body.profile.profilePhotoUrl).toContain(`/media/${visiblePhoto}/0-medium.webp`)
    expect((await openProfile(bo, bo.userName)).body.photos).toHaveLength(2)
  })

  test('has the same response for an unknown member and one being deleted', async () => {
    const ann = await aMember(ctx.db)
    const deletedMember = await aMember(ctx.db, { deletedAt: new Date() })
    const response = await openProfile(ann, deletedMember.userName)
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(response.body).toEqual((await openProfile(ann, 'Finns inte')).body)
  })

  test('shows a viewer no activity after its owner began to ignore the viewer', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { lastActiveAt: minutesAgo(1) })]
    const lastActiveThen = minutesAgo(180).toISOString()
    await ctx.db.insertInto('ignores').values({ ignorerId: bo.id, ignoredId: ann.id, lastActiveThen }).execute()
    expect((await openProfile(ann, bo.userName)).body.profile.lastActive).toBe('2026-03-20T09:00:00.000Z')
    const other = await aMember(ctx.db)
    expect((await openProfile(other, bo.userName)).body.profile.lastActive).toBe('2026-03-20T12:00:00.000Z')
  })

  test('hides the last activity if the member hides presence', async () => {
    const ann = await aMember(ctx.db)
    const bo = await aMember(ctx.db, { lastActiveAt: minutesAgo(1), presenceOff: true })
    expect((await openProfile(ann, bo.userName)).body.profile.lastActive).toBeNull()
  })
})

describe('last activity', () => {
  const readLastActive = async (id: string) =>
    (await ctx.db.selectFrom('members').select('lastActiveAt').where('id', '=', id).executeTakeFirstOrThrow())
      .lastActiveAt

  test('is stored at most once in 15 minutes', { tags: 'members.last-activity' }, async () => {
    const start = now
    const ann = await aMember(ctx.db, { lastActiveAt: minutesAgo(60) })
    expect((await as(ann).post('/members/last-active')).status).toBe(204)
    expect(await readLastActive(ann.id)).toBe(start.toISOString())
    now = new Date(start.getTime() + 14 * 60_000)
    await as(ann).post('/members/last-active')
    expect(await readLastActive(ann.id)).toBe(start.toISOString())
    now = new Date(start.getTime() + 15 * 60_000)
    await Promise.all(Array.from({ length: 10 }, () => as(ann).post('/members/last-active')))
    expect(await readLastActive(ann.id)).toBe(now.toISOString())
    now = start
  })
})

const listChangePushes = async (memberId: string) =>
  (await listPushes(ctx.db)).flatMap(({ to, push }) =>
    push.type === 'member:changed' && to[0] === memberId ? [push] : [],
  )

describe('settings', () => {
  test("change only the given fields, and notify the member's devices once", { tags: 'members.settings' }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    expect((await as(ann).get('/members/settings')).body).toEqual(DEFAULT_SETTINGS)
    const changedSettings = { ...DEFAULT_SETTINGS, receiptsOff: true }
    const [first, second] = [
      await as(ann).post('/members/settings', { receiptsOff: true }),
      await as(ann).post('/members/settings', { receiptsOff: true }),
    ]
    expect(first).toMatchObject({ status: 200, body: changedSettings })
    expect(second).toMatchObject({ status: 200, body: changedSettings })
    expect((await as(ann).get('/members/settings')).body).toEqual(changedSettings)
    expect(await listChangePushes(ann.id)).toEqual([
      { type: 'member:changed', userName: ann.userName, couple: false, settings: changedSettings, language: 'SWEDISH' },
    ])
    expect((await as(bo).get('/members/settings')).body).toEqual(DEFAULT_SETTINGS)
  })

  test('change once if ten requests are concurrent', async () => {
    const ann = await aMember(ctx.db)
    const change = () => as(ann).post('/members/settings', { presenceOff: true })
    const responses = await Promise.all(Array.from({ length: 10 }, change))
    for (const { body } of responses) expect(body).toEqual({ ...DEFAULT_SETTINGS, presenceOff: true })
    expect(await listChangePushes(ann.id)).toHaveLength(1)
  })

  test.each([{}, { level: 'ADMIN', wantsNewsMail: true }])('are not changed by %j', async (body) => {
    const ann = await aMember(ctx.db)
    const readRow = () => ctx.db.selectFrom('members').selectAll().where('id', '=', ann.id).executeTakeFirst()
    const before = await readRow()
    expect((await as(ann).post('/members/settings', body)).status).toBe(200)
    expect(await readRow()).toEqual(before)
    expect(await listChangePushes(ann.id)).toEqual([])
  })

  test.each([{ presenceOff: 'true' }, { presenceOff: 1 }, { receiptsOff: null }, [], 'x'])(
    'reject %j',
    async (body) => {
      const ann = await aMember(ctx.db)
      expect((await as(ann).post('/members/settings', body)).status).toBeOneOf([400, 415])
    },
  )
})

describe('language', () => {
  test('changes on all devices of the member, and in the texts of the server', {
    tags: 'members.language',
  }, async () => {
    const ann = await aMember(ctx.db)
    expect((await as(ann).post('/members/language', { language: 'ENGLISH' })).status).toBe(204)
    expect((await as(ann).post('/members/language', { language: 'ENGLISH' })).status).toBe(204)
    expect(await listChangePushes(ann.id)).toMatchObject([{ language: 'ENGLISH' }])
    expect((await openProfile(ann, 'Finns inte')).body).toMatchObject({
      message: "It doesn't exist or has been removed.",
    })
  })

  test.each(['DANISH', 2, null])('rejects %j', async (language) => {
    const ann = await aMember(ctx.db)
    const response = await as(ann).post('/members/language', { language })
    expect(response).toMatchObject({ status: 400, body: { fields: [{ path: 'language' }] } })
  })
})

describe('the level', () => {
  const readLevel = (viewer: Parameters<typeof as>[0], name: string) =>
    as(viewer).get(`/profiles/${encodeURIComponent(name)}/level`)

  test('is visible to every member', { tags: 'members.level' }, async () => {
    const [ann, admin] = [await aMember(ctx.db), await aMember(ctx.db, { level: 'ADMIN' })]
    expect(await readLevel(admin, ann.userName)).toMatchObject({ status: 200, body: { memberLevel: 'BASIC' } })
    expect((await readLevel(ann, admin.userName.toUpperCase())).body).toEqual({ memberLevel: 'ADMIN' })
  })

  test('is not found for a member being deleted', async () => {
    const [ann, deletedMember] = [await aMember(ctx.db), await aMember(ctx.db, { deletedAt: new Date() })]
    for (const name of [deletedMember.userName, 'Finns inte'])
      expect(await readLevel(ann, name)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

test.each([
  ['GET', profilePath('Ann')],
  ['GET', '/profiles/Ann/level'],
  ['POST', '/members'],
  ['POST', '/members/last-active'],
  ['GET', '/members/settings'],
  ['POST', '/members/settings'],
  ['POST', '/members/language'],
])('%s %s requires a session', async (method, path) => {
  const response = method === 'GET' ? await visitor.get(path) : await visitor.post(path, {})
  expect(response).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
})
