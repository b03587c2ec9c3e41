import { DAY_MS, HOUR_MS } from '@app/contract/limits'
import type { SearchCount } from '@app/contract/members/profiles'
import type { AbsenceResponse } from '@app/contract/welcome'
import { anInvite } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { aMemberWithPreferences } from './testing.ts'

const RETURN = new Date('2026-03-20T12:07:00.000Z')
const LEFT = new Date(RETURN.getTime() - 5 * DAY_MS)
let now = RETURN
const { ctx, as } = await setUpTestGateway({ now: () => now, settings: { REFERENCE_YEAR: '2025' } })
const { db } = ctx

const read = async (member: TestMember) => (await as(member).get<AbsenceResponse>('/absence')).body.absence
const reportActivity = (member: TestMember) => as(member).post('/members/last-active')
const encodeName = ({ userName }: TestMember) => encodeURIComponent(userName)
const at = async <Result>(time: Date, work: () => Promise<Result>): Promise<Result> => {
  const previous = now
  now = time
  const result = await work()
  now = previous
  return result
}
const visit = (visitor: TestMember, owner: TestMember, time: Date) =>
  at(time, () => as(visitor).post(`/profiles/visits/${encodeName(owner)}`))
const kiss = (giver: TestMember, receiver: TestMember, time: Date) =>
  at(time, () => as(giver).post(`/profiles/visits/kiss/${encodeName(receiver)}`))
const daysAfterLeaving = (days: number) => new Date(LEFT.getTime() + days * DAY_MS)

/** Creates a member who has been inactive for five days and looks for women. */
const aMemberAway = (options: Parameters<typeof aMemberWithPreferences>[1] = {}) =>
  aMemberWithPreferences(db, {
    lastActiveAt: LEFT,
    registeredAt: new Date(LEFT.getTime() - DAY_MS),
    cities: ['Arjeplog'],
    lookingFor: ['FEMALES'],
    ...options,
  })
/** Creates a member who registered long before the absence. */
const anEarlierMember = () => aMember(db, { registeredAt: new Date(LEFT.getTime() - 30 * DAY_MS) })

beforeEach(async () => {
  now = RETURN
  await db.deleteFrom('members').where('id', '<>', '0').execute()
})

describe('an absence', () => {
  test('of three days or more is stored by one statement when the member returns', {
    tags: 'welcome.absence-stored',
  }, async () => {
    const readRow = (id: string) =>
      db.selectFrom('members').select(['awaySince', 'returnedAt']).where('id', '=', id).executeTakeFirstOrThrow()
    const ann = await aMemberAway({ lastActiveAt: new Date(RETURN.getTime() - 3 * DAY_MS) })
    const bo = await aMemberAway({ lastActiveAt: new Date(RETURN.getTime() - 3 * DAY_MS + 1) })
    expect(await recordStatements(() => reportActivity(ann))).toHaveLength(2)
    await reportActivity(bo)
    const absence = { awaySince: '2026-03-17T12:07:00.000Z', returnedAt: RETURN.toISOString() }
    expect(await readRow(ann.id)).toEqual(absence)
    expect(await readRow(bo.id)).toEqual({ awaySince: null, returnedAt: null })
    now = new Date(RETURN.getTime() + HOUR_MS)
    await reportActivity(ann)
    expect(await readRow(ann.id)).toEqual(absence)
  })

  test('shows what happened in the meantime', { tags: 'welcome.absence' }, async () => {
    const ann = await aMemberAway()
    const [bo, cy] = [await anEarlierMember(), await anEarlierMember()]
    await visit(bo, ann, daysAfterLeaving(1))
    await kiss(cy, ann, daysAfterLeaving(2))
    await at(daysAfterLeaving(3), () =>
      as(bo).post('/chats/invites', { recipientName: ann.userName, message: 'Hej på dig' }),
    )
    await aMemberWithPreferences(db, {
      cities: ['Arjeplog'],
      registeredAt: daysAfterLeaving(4),
      lastActiveAt: daysAfterLeaving(4),
    })
    const expected = { since: LEFT.toISOString(), visits: 2, kisses: 1, invites: 1, newMembers: 1 }
    expect(await read(ann)).toEqual(expected)
    await reportActivity(ann)
    expect(await read(ann)).toEqual(expected)
  })

  test('shows nothing from before the member left or after they returned', async () => {
    const ann = await aMemberAway()
    const bo = await anEarlierMember()
    const before = new Date(LEFT.getTime() - HOUR_MS)
    const after = new Date(RETURN.getTime() + HOUR_MS)
    await kiss(bo, ann, before)
    await reportActivity(ann)
    now = after
    const cy = await anEarlierMember()
    await kiss(cy, ann, after)
    await as(bo).post('/chats/invites', { recipientName: ann.userName, message: 'Hej på dig' })
    await aMemberWithPreferences(db, { cities: ['Arjeplog'], registeredAt: after, lastActiveAt: after })
    await aMemberWithPreferences(db, { cities: ['Arjeplog'], registeredAt: before, lastActiveAt: after })
    expect(await read(ann)).toBeNull()
  })

  test('is shown for a day after the return, until it is closed, and never again', {
    tags: 'welcome.absence-closed',
  }, async () => {
    const [ann, bo] = [await aMemberAway(), await aMemberAway()]
    const cy = await anEarlierMember()
    for (const member of [ann, bo]) {
      await kiss(cy, member, daysAfterLeaving(2))
      await reportActivity(member)
    }
    now = new Date(RETURN.getTime() + DAY_MS - 1)
    expect(await read(ann)).toMatchObject({ kisses: 1 })
    for (let count = 0; count < 2; count++) expect((await as(ann).post('/absence/close')).status).toBe(204)
    expect(await read(ann)).toBeNull()
    expect(await read(bo)).toMatchObject({ kisses: 1 })
    now = new Date(RETURN.getTime() + DAY_MS)
    expect(await read(bo)).toBeNull()
    now = new Date(RETURN.getTime() + 10 * DAY_MS)
    await reportActivity(bo)
    expect(await read(bo)).toBeNull()
  })

  test('stays closed if the return is reported only afterwards', async () => {
    const ann = await aMemberAway()
    await kiss(await anEarlierMember(), ann, daysAfterLeaving(2))
    expect(await read(ann)).toMatchObject({ kisses: 1 })
    await as(ann).post('/absence/close')
    await reportActivity(ann)
    expect(await read(ann)).toBeNull()
  })

  test('in which nothing happened, or of less than three days, is not shown', async () => {
    const quiet = await aMemberAway()
    const busy = await aMemberAway({ lastActiveAt: new Date(RETURN.getTime() - 3 * DAY_MS + 1) })
    await kiss(await anEarlierMember(), busy, daysAfterLeaving(3))
    expect(await read(quiet)).toBeNull()
    expect(await read(busy)).toBeNull()
    const statements = await recordStatements(async () => expect(await read(busy)).toBeNull())
    expect(statements).toHaveLength(2)
    expect(await recordStatements(() => read(quiet))).toHaveLength(4)
  })

  test('reads the new members from the read replica', async () => {
    const ann = await aMemberAway()
    const readReplica = vi.spyOn(ctx.readReplica, 'read')
    onTestFinished(() => readReplica.mockRestore())
    await read(ann)
    expect(readReplica).toHaveBeenCalledOnce()
  })

  test('of an admin is not shown', async () => {
    const admin = await aMember(db, { level: 'ADMIN', lastActiveAt: LEFT })
    await db
      .insertInto('visits')
      .values({
        ownerId: admin.accountId,
        visitorId: (await anEarlierMember()).id,
        lastCountedAt: daysAfterLeaving(1).toISOString(),
        lastVisit: daysAfterLeaving(1).toISOString(),
      })
      .execute()
    expect(await read(admin)).toBeNull()
  })
})

describe('the counts of an absence', () => {
  test('include only visitors in the list of visitors, and no incognito visits', async () => {
    const ann = await aMemberAway()
    const [visible, incognito, ignored, ignorer, deleted] = await Promise.all(
      Array.from({ length: 5 }, () => anEarlierMember()),
    )
    if (!visible || !incognito || !ignored || !ignorer || !deleted) throw new Error('five members are needed')
    await as(incognito).post('/members/settings', { incognito: true })
    for (const visitor of [visible, incognito, ignored, ignorer, deleted])
      await visit(visitor, ann, daysAfterLeaving(1))
    await as(ann).post('/ignore', ignored.userName)
    await as(ignorer).post('/ignore', ann.userName)
    await db.updateTable('members').set({ deletedAt: RETURN.toISOString() }).where('id', '=', deleted.id).execute()
    expect(await read(ann)).toMatchObject({ visits: 1 })
    expect((await as(ann).get<unknown[]>(`/profiles/visits/${encodeName(ann)}`)).body).toHaveLength(1)
    await as(ann).post('/profiles/visits/clear')
    expect(await read(ann)).toBeNull()
  })

  test('include only kisses by visible members', async () => {
    const ann = await aMemberAway()
    const [visible, ignored, ignorer, deleted] = await Promise.all(Array.from({ length: 4 }, () => anEarlierMember()))
    if (!visible || !ignored || !ignorer || !deleted) throw new Error('four members are needed')
    for (const giver of [visible, ignored, ignorer, deleted]) await kiss(giver, ann, daysAfterLeaving(1))
    await kiss(visible, ann, daysAfterLeaving(2))
    await as(ann).post('/ignore', ignored.userName)
    await as(ignorer).post('/ignore', ann.userName)
    await db.updateTable('members').set({ deletedAt: RETURN.toISOString() }).where('id', '=', deleted.id).execute()
    expect(await read(ann)).toMatchObject({ kisses: 2 })
  })

  test('include a kiss without a time if the whole day was in the absence', async () => {
    const ann = await aMemberAway()
    const bo = await anEarlierMember()
    for (const day of ['2026-03-15', '2026-03-16', '2026-03-19', '2026-03-20'])
      await db.insertInto('kisses').values({ giverId: bo.id, receiverId: ann.id, day }).execute()
    expect(await read(ann)).toMatchObject({ kisses: 2 })
  })

  test('include only invites that await an answer', async () => {
    const ann = await aMemberAway()
    const invites = await Promise.all(
      Array.from({ length: 5 }, async () => anInvite(db, { ann: await anEarlierMember(), bo: ann })),
    )
    await db
      .updateTable('chat_members')
      .set({ lastUpdate: daysAfterLeaving(2).toISOString() })
      .execute()
    const [, maybe, declined, blocked, withdrawn] = invites
    if (!maybe || !declined || !blocked || !withdrawn) throw new Error('five invites are needed')
    expect(await read(ann)).toMatchObject({ invites: 5 })
    await as(ann).post(`/chats/${maybe.chatId}/maybe`)
    await as(ann).post(`/chats/${declined.chatId}/decline`)
    await as(blocked.ann).post('/ignore', ann.userName)
    await as(withdrawn.ann).post(`/chats/${withdrawn.chatId}/delete`)
    expect(await read(ann)).toMatchObject({ invites: 1 })
  })

  test('include only new members whom the default search of the member finds', async () => {
    const registered = { registeredAt: daysAfterLeaving(1), lastActiveAt: daysAfterLeaving(1) }
    const ann = await aMemberAway({
      cities: ['Kiruna', 'Ystad', 'Lund', 'Nacka'],
      lookingFor: ['FEMALES', 'MALE_COUPLES'],
      wantedAges: { min: 30, max: 40 },
    })
    const create = (options: Parameters<typeof aMemberWithPreferences>[1]) =>
      aMemberWithPreferences(db, { cities: ['Kiruna', 'Ystad'], ...registered, ...options })
    await create({})
    await create({ cities: ['Lund'], presenceOff: true })
    await create({ cities: ['Nacka'] })
    await create({ persons: [{ sex: 'MALE' }, { sex: 'MALE' }] })
    await create({ persons: [{ sex: 'MALE' }] })
    await create({ persons: [{ yearOfBirth: 1984 }] })
    await create({ persons: [{ sex: 'SECRET' }] })
    await create({ hiddenFromSearch: true })
    await create({ deletedAt: RETURN })
    await create({ cities: ['Falun'] })
    await as(await create({})).post('/ignore', ann.userName)
    expect(await read(ann)).toMatchObject({ newMembers: 2 })
    const person1Selection = { sex: 'FEMALE', orientations: [], minAge: 30, maxAge: 40 }
    const filter = { couples: false, person1Selection, person2Selection: null, cities: ['Kiruna', 'Ystad', 'Lund'] }
    const search = { ...filter, page: 0, onlyWithPhoto: false, badges: [] }
    expect((await as(ann).post<SearchCount>('/profiles/search-count', search)).body).toEqual({ hits: 2 })
  })

  test('include only new members of the first kind that the member looks for', async () => {
    const registered = { registeredAt: daysAfterLeaving(1), lastActiveAt: daysAfterLeaving(1), cities: ['Kiruna'] }
    const ann = await aMemberAway({ cities: ['Kiruna'], lookingFor: ['NON_BINARY', 'FEMALES'] })
    await aMemberWithPreferences(db, { ...registered, persons: [{ sex: 'NON_BINARY', yearOfBirth: 1950 }] })
    await aMemberWithPreferences(db, { ...registered, persons: [{ sex: 'NON_BINARY' }, { sex: 'FEMALE' }] })
    await aMemberWithPreferences(db, registered)
    expect(await read(ann)).toMatchObject({ newMembers: 1 })
  })

  test('include no new members if the member looks for no kind, and has to choose one in the search', async () => {
    const ann = await aMemberAway({ lookingFor: [] })
    await aMemberWithPreferences(db, {
      cities: ['Arjeplog'],
      registeredAt: daysAfterLeaving(1),
      lastActiveAt: daysAfterLeaving(1),
    })
    await kiss(await anEarlierMember(), ann, daysAfterLeaving(1))
    expect(await read(ann)).toMatchObject({ kisses: 1, newMembers: 0 })
  })
})
