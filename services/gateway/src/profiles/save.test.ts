import type { MemberResponse, SaveMember, SavePerson } from '@app/contract/members/members'
import type { PushOf } from '@app/contract/pushes'
import { anInvite, anOpenChat, listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()

const aPerson = (changes: Partial<SavePerson> = {}): SavePerson => ({
  sex: 'FEMALE',
  yearOfBirth: 1985,
  height: 170,
  weight: 65,
  body: 'MEDIUM',
  eyeColor: 'BLUE',
  orientation: 'BI',
  smoking: 'NEVER',
  drinking: 'SOMETIMES',
  ethnicity: 'EUROPEAN',
  breastSize: 'C',
  penisSize: null,
  shavedStyle: 'SECRET',
  ...changes,
})

const save = (member: TestMember, body: unknown) => as(member).post<{ userName: string }>('/members', body)
const readProfilePage = async (member: TestMember, name = member.userName) =>
  (await as(member).get<MemberResponse>(`/members/username/${encodeURIComponent(name)}`)).body
const listPushesTo = async (memberId: string) =>
  (await listPushes(ctx.db)).flatMap(({ to, push }) => (to.includes(memberId) ? [push] : []))
const listChangePushes = async (memberId: string) =>
  (await listPushesTo(memberId)).filter((push): push is PushOf<'member:changed'> => push.type === 'member:changed')

let nameCount = 0
const aName = (): string => {
  nameCount += 1
  return `Nytt namn ${nameCount}`
}

describe('saving a profile', () => {
  test('stores the given fields and leaves the others unchanged', { tags: 'members.save-profile' }, async () => {
    const ann = await aMember(ctx.db)
    const profile = {
      person1: aPerson(),
      description: '  Hej\r\npå er  ',
      cities: ['Lund', 'Malmö'],
      lookingFor: ['MALES', 'MIXED_COUPLES'],
    }
    const mailPreferences = { wantsChatMail: true }
    expect(await save(ann, { profile, mailPreferences })).toMatchObject({
      status: 200,
      body: { userName: ann.userName },
    })
    expect(await readProfilePage(ann)).toMatchObject({
      profile: { ...profile, userName: ann.userName, person2: null, description: 'Hej\npå er' },
      mailPreferences: { wantsEventMail: false, wantsChatMail: true, wantsNewsMail: false },
    })
    await save(ann, { profile: { cities: ['Kiruna'] } })
    expect(await readProfilePage(ann)).toMatchObject({
      profile: { ...profile, cities: ['Kiruna'], description: 'Hej\npå er' },
    })
    await save(ann, { profile: { description: '', lookingFor: [] } })
    expect((await readProfilePage(ann)).profile).toMatchObject({ description: '', lookingFor: [], cities: ['Kiruna'] })
  })

  test('stores all kinds that the member looks for, but in `lookingFor` only those that the previous release knows', async () => {
    const ann = await aMember(ctx.db)
    const lookingFor = ['MALE_COUPLES', 'NON_BINARY', 'FEMALE_COUPLES', 'FEMALES', 'MALES', 'MIXED_COUPLES']
    expect((await save(ann, { profile: { lookingFor } })).status).toBe(200)
    const { profile } = await readProfilePage(ann)
    expect(profile.lookingFor.toSorted()).toEqual(lookingFor.toSorted())
    expect((await readProfilePage(ann)).profile.lookingFor).toEqual(profile.lookingFor)
    const stored = await ctx.db
      .selectFrom('members')
      .select('lookingFor')
      .where('id', '=', ann.accountId)
      .executeTakeFirstOrThrow()
    expect(stored.lookingFor).toEqual(['NON_BINARY', 'FEMALES', 'MALES', 'MIXED_COUPLES'])
    await save(ann, { profile: { lookingFor: ['MALE_COUPLES'] } })
    expect((await readProfilePage(ann)).profile.lookingFor).toEqual(['MALE_COUPLES'])
  })

  test('stores the wanted ages, shows them to their owner only, and removes them', {
    tags: 'members.wanted-ages',
  }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    expect((await readProfilePage(ann)).wantedAges).toBeNull()
    const wantedAges = { min: 30, max: 45 }
    expect((await save(ann, { wantedAges })).status).toBe(200)
    expect(await readProfilePage(ann)).toMatchObject({ wantedAges })
    expect(await readProfilePage(bo, ann.userName)).not.toHaveProperty('wantedAges')
    await save(ann, { profile: { description: 'Hej' } })
    expect(await readProfilePage(ann)).toMatchObject({ wantedAges })
    await save(ann, { wantedAges: { min: 31, max: 31 } })
    expect((await readProfilePage(ann)).wantedAges).toEqual({ min: 31, max: 31 })
    await save(ann, { wantedAges: null })
    await save(ann, { wantedAges: null })
    expect((await readProfilePage(ann)).wantedAges).toBeNull()
    expect(await listChangePushes(ann.id)).toHaveLength(4)
  })

  test.each([
    { min: 17, max: 40 },
    { min: 30, max: 121 },
    { min: 40, max: 39 },
    { min: 30.5, max: 40 },
    { min: '30', max: 40 },
    { min: 30 },
    30,
  ])('rejects the wanted ages %j', async (wantedAges) => {
    const ann = await aMember(ctx.db)
    expect(await save(ann, { wantedAges })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect((await readProfilePage(ann)).wantedAges).toBeNull()
  })

  test('leaves omitted fields of a person unchanged', async () => {
    const ann = await aMember(ctx.db, { couple: true })
    const [firstPerson, secondPerson] = [
      aPerson(),
      aPerson({ sex: 'MALE', breastSize: null, penisSize: 'NORMAL', height: 185 }),
    ]
    await save(ann, { profile: { person1: firstPerson, person2: secondPerson } })
    expect((await save(ann, { profile: { person1: { height: 171 }, person2: { smoking: 'YES' } } })).status).toBe(200)
    const stored = { person1: { ...firstPerson, height: 171 }, person2: { ...secondPerson, smoking: 'YES' } }
    expect((await readProfilePage(ann)).profile).toMatchObject(stored)
    expect((await save(ann, { profile: { person1: {}, person2: { height: null } } })).status).toBe(200)
    expect((await readProfilePage(ann)).profile).toMatchObject({
      ...stored,
      person2: { ...stored.person2, height: null },
    })
    expect((await save(ann, { profile: { person1: { yearOfBirth: 1900 } } })).body).toMatchObject({
      fields: [{ path: 'profile.person1.yearOfBirth' }],
    })
  })

  test('requires sex, year of birth and orientation of a new person, and leaves the rest unspecified', async () => {
    const ann = await aMember(ctx.db)
    const rejection = await save(ann, { profile: { person2: { height: 180 } } })
    expect(rejection).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect((rejection.body as unknown as { fields: object[] }).fields).toMatchObject(
      ['sex', 'yearOfBirth', 'orientation'].map((field) => ({ path: `profile.person2.${field}` })),
    )
    expect((await readProfilePage(ann)).profile.person2).toBeNull()
    const newPerson = { sex: 'MALE', yearOfBirth: 1984, orientation: 'HETERO' }
    expect((await save(ann, { profile: { person2: newPerson } })).status).toBe(200)
    expect((await readProfilePage(ann)).profile.person2).toMatchObject({
      ...newPerson,
      height: null,
      body: 'SECRET',
      penisSize: null,
    })
  })

  test("turns a single into a couple and back, and notifies the member's devices", async () => {
    const ann = await aMember(ctx.db)
    await save(ann, { profile: { person2: aPerson({ sex: 'MALE', breastSize: null, penisSize: 'NORMAL' }) } })
    expect((await readProfilePage(ann)).profile).toMatchObject({
      person1: { height: null },
      person2: { penisSize: 'NORMAL' },
    })
    expect((await as(ann).get('/sessions/verify')).body).toMatchObject({ couple: true })
    await save(ann, { profile: { person2: null } })
    await save(ann, { profile: { person2: null } })
    expect((await readProfilePage(ann)).profile.person2).toBeNull()
    expect((await listChangePushes(ann.id)).map(({ couple }) => couple)).toEqual([true, false])
  })

  test("keeps only measurements that apply to the person's sex", { tags: 'members.measurements-by-sex' }, async () => {
    const ann = await aMember(ctx.db)
    for (const sex of ['FEMALE', 'MALE', 'NON_BINARY', 'SECRET'] as const) {
      await save(ann, { profile: { person1: aPerson({ sex, breastSize: 'D', penisSize: 'LARGE' }) } })
      expect((await readProfilePage(ann)).profile.person1).toMatchObject({
        sex,
        breastSize: sex === 'FEMALE' ? 'D' : null,
        penisSize: sex === 'MALE' ? 'LARGE' : null,
      })
    }
  })

  test.each([1910, 2001])('accepts the year %i', { tags: 'members.birth-years' }, async (yearOfBirth) => {
    const ann = await aMember(ctx.db)
    expect((await save(ann, { profile: { person1: aPerson({ yearOfBirth }) } })).status).toBe(200)
  })

  test.each([
    ['an early year', 'person1', { yearOfBirth: 1909 }, 'yearOfBirth'],
    ['a late year', 'person1', { yearOfBirth: 2002 }, 'yearOfBirth'],
    ['a fractional year', 'person1', { yearOfBirth: 1985.5 }, 'yearOfBirth'],
    ['no year', 'person1', { yearOfBirth: null }, 'yearOfBirth'],
    ['139 cm', 'person1', { height: 139 }, 'height'],
    ['211 cm', 'person1', { height: 211 }, 'height'],
    ['29 kg', 'person2', { weight: 29 }, 'weight'],
    ['301 kg', 'person2', { weight: 301 }, 'weight'],
    ['no sex', 'person2', { sex: null }, 'sex'],
    ['no orientation', 'person1', { orientation: null }, 'orientation'],
    ['a late year of the second person', 'person2', { yearOfBirth: 2002 }, 'yearOfBirth'],
  ])(
    'rejects %s, and stores no other field',
    { tags: 'members.invalid-profile' },
    async (_, person, invalidFields, field) => {
      const ann = await aMember(ctx.db)
      const before = await readProfilePage(ann)
      const body = { profile: { description: 'ny text', [person]: { ...aPerson(), ...invalidFields } } }
      expect(await save(ann, body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', fields: [{ path: `profile.${person}.${field}` }] },
      })
      expect(await readProfilePage(ann)).toEqual(before)
      expect(await listPushesTo(ann.id)).toEqual([])
    },
  )

  test('accepts an unchanged year of birth outside the bounds, but only for the same person', {
    tags: 'members.registered-birth-year',
  }, async () => {
    const ann = await aMember(ctx.db, { couple: true })
    await ctx.db
      .updateTable('persons')
      .set({ yearOfBirth: 2005 })
      .where('memberId', '=', ann.id)
      .where('ordinal', '=', 2)
      .execute()
    const youngPerson = aPerson({ yearOfBirth: 2005 })
    expect((await save(ann, { profile: { person2: youngPerson } })).status).toBe(200)
    expect(
      await save(ann, { profile: { person1: youngPerson, person2: { ...youngPerson, yearOfBirth: 2004 } } }),
    ).toMatchObject({
      body: { fields: [{ path: 'profile.person1.yearOfBirth' }, { path: 'profile.person2.yearOfBirth' }] },
    })
  })

  test.each([
    { profile: { cities: [] } },
    { profile: { cities: ['Ale', 'Lund', 'Malmö', 'Mora', 'Nacka', 'Nora'] } },
    { profile: { cities: ['Lund', 'Lund'] } },
    { profile: { cities: ['Atlantis'] } },
    { profile: { lookingFor: ['MALES', 'MALES'] } },
    { profile: { lookingFor: ['SECRET'] } },
    { profile: { description: 'x'.repeat(1_001) } },
    { profile: { description: 'a\u0000' } },
    { profile: { userName: '' } },
    { profile: { userName: '12' } },
    { profile: { person1: null } },
    { mailPreferences: { wantsChatMail: 'yes' } },
    { profile: null },
  ])('rejects %j', async (body) => {
    const ann = await aMember(ctx.db)
    const before = await readProfilePage(ann)
    expect((await save(ann, body)).status).toBe(400)
    expect(await readProfilePage(ann)).toEqual(before)
  })

  test.each([
    {},
    { profile: {} },
    { level: 'ADMIN', profile: { badges: ['VERIFIED'], level: 'ADMIN', registered: '2020-01-01T00:00:00.000Z' } },
  ])('with %j changes nothing and sends no push', async (body) => {
    const ann = await aMember(ctx.db)
    const readRow = async () => (await sql`select * from members where id = ${ann.id}`.execute(ctx.db)).rows
    const before = await readRow()
    expect((await save(ann, body)).status).toBe(200)
    expect(await readRow()).toEqual(before)
    expect(await listPushesTo(ann.id)).toEqual([])
  })

  test('without changes stores nothing and sends no push', async () => {
    const ann = await aMember(ctx.db, { couple: true })
    await aPhoto(ctx, ann)
    await aPhoto(ctx, ann, { album: 'PRIVATE' })
    const before = await readProfilePage(ann)
    expect((await save(ann, before)).status).toBe(200)
    expect(await readProfilePage(ann)).toEqual(before)
    expect(await listPushesTo(ann.id)).toEqual([])
  })

  test("moves photos between albums and notifies the member's devices once", async () => {
    const ann = await aMember(ctx.db)
    const [firstPhoto, secondPhoto] = [await aPhoto(ctx, ann), await aPhoto(ctx, ann)]
    const { photos } = await readProfilePage(ann)
    const reordered = photos
      .toReversed()
      .map(({ url, id }) => ({ url, album: id === firstPhoto ? 'PRIVATE' : 'PUBLIC' }))
    for (let round = 0; round < 2; round += 1) expect((await save(ann, { photos: reordered })).status).toBe(200)
    expect((await readProfilePage(ann)).photos).toMatchObject([
      { id: secondPhoto, album: 'PUBLIC' },
      { id: firstPhoto, album: 'PRIVATE' },
    ])
    expect(await listChangePushes(ann.id)).toHaveLength(1)
  })

  test("with another member's photo, or one listed twice, stores nothing at all", {
    tags: 'members.profile-photos',
  }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await aPhoto(ctx, ann)
    await aPhoto(ctx, bo)
    const [ownPhotos, otherPhotos] = [(await readProfilePage(ann)).photos, (await readProfilePage(bo)).photos]
    const before = await readProfilePage(ann)
    for (const photos of [otherPhotos, [...ownPhotos, ...otherPhotos], [...ownPhotos, ...ownPhotos]]) {
      const response = await save(ann, { profile: { description: 'ny text' }, photos })
      expect(response).toMatchObject({ status: 400, body: { fields: [{ path: 'photos' }] } })
    }
    expect(await readProfilePage(ann)).toEqual(before)
    expect(await listPushesTo(ann.id)).toEqual([])
  })

  test('notifies once when repeated, even if ten requests are concurrent', async () => {
    const ann = await aMember(ctx.db)
    const body: SaveMember = { profile: { description: 'en text', person1: aPerson() } }
    const responses = await Promise.all(Array.from({ length: 10 }, () => save(ann, body)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await listChangePushes(ann.id)).toHaveLength(1)
  })

  test('stores exactly one of many concurrently saved profiles', async () => {
    const ann = await aMember(ctx.db)
    const bodies = Array.from({ length: 8 }, (_, index) => ({
      description: `text ${index}`,
      person1: aPerson({ height: 150 + index }),
      person2: index % 2 ? aPerson({ height: 150 + index }) : null,
    }))
    await Promise.all(bodies.map((profile) => save(ann, { profile })))
    const { description, person1, person2 } = (await readProfilePage(ann)).profile
    expect(bodies).toContainEqual({ description, person1, person2 })
  })

  test('changes nothing for a member whose account is deleted meanwhile', async () => {
    const ann = await aMember(ctx.db)
    const pending = await ctx.db.transaction().execute(async (tx) => {
      const deletedAt = new Date().toISOString()
      await tx.updateTable('members').set({ deletedAt }).where('id', '=', ann.id).execute()
      const response = save(ann, { profile: { userName: aName() } })
      await expect.poll(() => countLockWaiters(ctx), { timeout: 10_000 }).toBe(1)
      return { response }
    })
    expect(await pending.response).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    const { userName } = await ctx.db
      .selectFrom('members')
      .select('userName')
      .where('id', '=', ann.id)
      .executeTakeFirstOrThrow()
    expect(userName).toBe(ann.userName)
  })

  test('updates the search rows', async () => {
    const ann = await aMember(ctx.db)
    await save(ann, { profile: { person1: aPerson({ yearOfBirth: 1990 }), cities: ['Ale', 'Eda'] } })
    const listSearchCities = () =>
      ctx.db
        .selectFrom('search_cities')
        .select(['city', 'p1Year'])
        .where('memberId', '=', ann.id)
        .orderBy('city')
        .execute()
    expect(await listSearchCities()).toEqual([
      { city: 'Ale', p1Year: 1990 },
      { city: 'Eda', p1Year: 1990 },
    ])
    await as(ann).post('/members/settings', { hiddenFromSearch: true })
    expect(await listSearchCities()).toEqual([])
    await as(ann).post('/members/settings', { hiddenFromSearch: false })
    expect(await listSearchCities()).toHaveLength(2)
  })
})

describe('a new name', () => {
  test('resolves to the same member, and the old name to no member', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const name = aName()
    expect((await save(ann, { profile: { userName: `  ${name.replace(' ', '  ')} ` } })).body).toEqual({
      userName: name,
    })
    expect((await readProfilePage(bo, name.toUpperCase())).profile.userName).toBe(name)
    expect((await as(bo).get(`/members/username/${encodeURIComponent(ann.userName)}`)).status).toBe(404)
    expect((await as(ann).get('/sessions/verify')).body).toMatchObject({ userName: name })
    expect(await listChangePushes(ann.id)).toMatchObject([{ userName: name }])
  })

  test('may differ from the old one in case only', async () => {
    const ann = await aMember(ctx.db, { userName: 'ann och Åsa' })
    expect((await save(ann, { profile: { userName: 'Ann och A\u030Asa' } })).body).toEqual({ userName: 'Ann och Åsa' })
  })

  test('may not belong to another member', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const deletedMember = await aMember(ctx.db, { deletedAt: new Date() })
    const before = await readProfilePage(ann)
    for (const userName of [bo.userName.toUpperCase(), deletedMember.userName])
      expect(await save(ann, { profile: { userName, description: 'ny' } })).toMatchObject({
        status: 409,
        body: { code: 'USER_NAME_IN_USE' },
      })
    expect(await readProfilePage(ann)).toEqual(before)
    expect(await listPushesTo(ann.id)).toEqual([])
  })

  test.each(['Teamet', 'team-et', 'M0derator', 'Salong Anna', 'clear', 'Visits'])(
    'that imitates the team or is a reserved path (%s) cannot be used',
    async (userName) => {
      const ann = await aMember(ctx.db)
      const before = await readProfilePage(ann)
      expect(await save(ann, { profile: { userName, description: 'ny' } })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', fields: [{ path: 'profile.userName' }] },
      })
      expect(await readProfilePage(ann)).toEqual(before)
      expect(await listPushesTo(ann.id)).toEqual([])
    },
  )

  test('is not required of a member whose current name has become reserved', async () => {
    const ann = await aMember(ctx.db, { userName: 'Anna Support' })
    const response = await save(ann, { profile: { userName: 'Anna Support', description: 'ny' } })
    expect(response).toMatchObject({ status: 200, body: { userName: 'Anna Support' } })
  })

  test.each(['Åsa_1', 'K\u212Aelvin', 'ann@bo'])(
    '%s is rejected for its characters',
    { tags: 'members.name-characters' },
    async (userName) => {
      const ann = await aMember(ctx.db)
      expect((await save(ann, { profile: { userName } })).body).toMatchObject({ code: 'ILLEGAL_CHARACTER' })
    },
  )

  test('goes to one of ten concurrent requests', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => aMember(ctx.db)))
    const userName = aName()
    const responses = await Promise.all(members.map((member) => save(member, { profile: { userName } })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('is pushed to chat partners, except in blocked pairs', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const invite = await anInvite(ctx.db, { ann })
    const blockedChat = await anOpenChat(ctx.db, { ann })
    await as(blockedChat.bo).post('/ignore', ann.userName)
    const publishedCount = (await listPushesTo(blockedChat.bo.id)).length
    const name = aName()
    await save(ann, { profile: { userName: name } })
    const push = (await listPushesTo(bo.id)).find(({ type }) => type === 'chat:changed')
    const { body } = await as(bo).get<{ chat: unknown; messages: unknown[] }>(`/chats/${chatId}`)
    expect(push).toEqual({ type: 'chat:changed', chatId, chat: body.chat })
    expect(body).toMatchObject({ chat: { partner: { userName: name }, version: 2 }, messages: [{ senderName: name }] })
    expect(await listPushesTo(invite.bo.id)).toMatchObject([{ chat: { partner: { userName: name } } }])
    expect(await listPushesTo(blockedChat.bo.id)).toHaveLength(publishedCount)
  })
})
