import { DAY_MS } from '@app/contract/limits'
import type { Encrypted } from '@app/contract/members/profiles'
import { anInvite, anOpenChat } from '@app/server/testing/context'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { recordStatements } from '@app/server/testing/statements'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { decryptResponse } from '../search/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { aMemberWithPreferences, createSuggestionHelpers } from './testing.ts'

const NOON = new Date('2026-03-20T12:07:00.000Z')
const MINUTE_MS = 60_000
let now = NOON
const gateway = await setUpTestGateway({ now: () => now, settings: { REFERENCE_YEAR: '2025' } })
const { ctx, as } = gateway
const { db } = ctx
const { listSuggestions, listNames } = createSuggestionHelpers(gateway)

const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * MINUTE_MS)
const advanceDays = (days: number): void => {
  now = new Date(now.getTime() + days * DAY_MS)
}
const invite = (member: TestMember, other: TestMember) =>
  as(member).post<{ chatId: string }>('/chats/invites', { recipientName: other.userName, message: 'Hej på dig' })
const ignore = (member: TestMember, other: TestMember) => as(member).post('/ignore', other.userName)
const toNames = (members: TestMember[]) => members.map(({ userName }) => userName)

/** Creates members, the most recently active first. */
async function createMembers(
  count: number,
  options: Parameters<typeof aMemberWithPreferences>[1] = {},
): Promise<TestMember[]> {
  const members: TestMember[] = []
  for (let index = 0; index < count; index += 1)
    members.push(await aMemberWithPreferences(db, { lastActiveAt: minutesAgo(20 * (index + 1)), ...options }))
  return members
}

let ann: TestMember
beforeEach(async () => {
  now = NOON
  await sql`delete from members where id <> 0`.execute(db)
  ann = await aMemberWithPreferences(db, { lastActiveAt: NOON })
})

describe('a suggestion', () => {
  test('has the data of a hit and the first paragraph of the presentation, encrypted for the session', {
    tags: 'welcome.suggestions',
  }, async () => {
    const bo = await aMemberWithPreferences(db, {
      userName: 'Bo',
      lastActiveAt: minutesAgo(5),
      cities: ['Lund', 'Malmö'],
      persons: [{ sex: 'FEMALE', yearOfBirth: 1985, orientation: 'BI' }],
      description: 'En bra söndag är **lång** frukost\n\nFråga mig om kartor',
    })
    const photo = await aPhoto(ctx, bo)
    expect(await listSuggestions(ann)).toEqual([
      {
        userName: 'Bo',
        persons: [{ sex: 'FEMALE', yearOfBirth: 1985, orientation: 'BI' }],
        cities: ['Lund', 'Malmö'],
        lastActive: '2026-03-20T12:00:00.000Z',
        profilePhotoUrl: expect.stringMatching(new RegExp(`^/media/${photo}/0-medium.webp\\?.*s=`)),
        badges: [],
        words: 'En bra söndag är **lång** frukost',
      },
    ])
    const { body } = await as(ann).get<Encrypted>('/getting-started/suggestions')
    expect(Object.keys(body)).toEqual(['alg', 'iv', 'data'])
    const otherSession = { ...ann, sessionId: await aSession(db, ann.id) }
    await expect(decryptResponse(z.unknown(), body, gateway.tokenOf(otherSession))).rejects.toThrow()
  })

  test('has at most 200 characters of the presentation, and none without one', async () => {
    await aMemberWithPreferences(db, { lastActiveAt: minutesAgo(20), description: 'å'.repeat(300) })
    await aMemberWithPreferences(db, { lastActiveAt: minutesAgo(40), description: '' })
    expect((await listSuggestions(ann)).map(({ words }) => words)).toEqual(['å'.repeat(200), ''])
  })

  test('hides the last activity of a member who hides presence', async () => {
    await aMemberWithPreferences(db, { presenceOff: true, registeredAt: minutesAgo(60), lastActiveAt: NOON })
    expect(await listSuggestions(ann)).toMatchObject([{ lastActive: null }])
  })

  test('is never the caller, a member in a blocked pair with the caller, hidden, secret or being deleted, or the team', async () => {
    const [ignored, ignorer] = await createMembers(2)
    await aMemberWithPreferences(db, { deletedAt: NOON })
    await aMemberWithPreferences(db, { hiddenFromSearch: true })
    await aMemberWithPreferences(db, { persons: [{ sex: 'SECRET' }] })
    await aMemberWithPreferences(db, { level: 'ADMIN' })
    const visibleMember = await aMemberWithPreferences(db)
    if (!ignored || !ignorer) throw new Error('two members are needed')
    await ignore(ann, ignored)
    await ignore(ignorer, ann)
    expect(await listNames(ann)).toEqual([visibleMember.userName])
  })

  test('is never a member whose contact rule refuses the caller', { tags: 'contact.suggestions' }, async () => {
    const [refuser, strict, ...others] = await createMembers(4)
    if (!refuser || !strict) throw new Error('four members are needed')
    await as(refuser).post('/members/contact', { needs: ['PHOTO'], others: 'REFUSE' })
    await as(strict).post('/members/contact', { needs: ['PHOTO'], others: 'PUT_ASIDE' })
    expect((await listNames(ann)).toSorted()).toEqual(toNames([strict, ...others]).toSorted())
    for (const other of others) await as(other).post('/members/contact', { needs: ['VERIFIED'], others: 'REFUSE' })
    expect(await listNames(ann)).toEqual([strict.userName])
  })

  test('is never a member with whom the caller has a chat or an invite, or whom the caller has declined', async () => {
    const [partner, formerPartner, invited, inviter, declined, stranger] = await createMembers(6)
    if (!partner || !formerPartner || !invited || !inviter || !declined || !stranger)
      throw new Error('six members are needed')
    await anOpenChat(db, { ann, bo: partner })
    const { chatId } = await anOpenChat(db, { ann, bo: formerPartner })
    await as(ann).post(`/chats/${chatId}/delete`)
    await anInvite(db, { ann, bo: invited })
    await anInvite(db, { ann: inviter, bo: ann })
    await db.insertInto('declines').values({ inviterId: declined.id, declinerId: ann.id }).execute()
    expect(await listNames(ann)).toEqual([stranger.userName])
  })

  test('is never a member whose invite the caller has withdrawn, whether or not that member had declined it', async () => {
    const [decliner, silent, ...others] = await createMembers(4)
    if (!decliner || !silent) throw new Error('four members are needed')
    for (const invited of [decliner, silent]) {
      const { chatId } = (await invite(ann, invited)).body
      if (invited === decliner) expect((await as(decliner).post(`/chats/${chatId}/decline`)).status).toBeLessThan(300)
      expect((await as(ann).post(`/chats/${chatId}/delete`)).status).toBeLessThan(300)
    }
    for (let day = 0; day < 3; day += 1) {
      expect((await listNames(ann)).toSorted()).toEqual(toNames(others).toSorted())
      advanceDays(1)
    }
  })
})

describe('suggestions', () => {
  const PROFILES = {
    man: [{ sex: 'MALE' }],
    woman: [{ sex: 'FEMALE' }],
    nonBinary: [{ sex: 'NON_BINARY' }],
    mixedCouple: [{ sex: 'MALE' }, { sex: 'FEMALE' }],
    women: [{ sex: 'FEMALE' }, { sex: 'FEMALE' }],
    men: [{ sex: 'MALE' }, { sex: 'MALE' }],
    manAndNonBinary: [{ sex: 'MALE' }, { sex: 'NON_BINARY' }],
  } as const
  const PROFILES_OF = {
    MALES: ['man'],
    FEMALES: ['woman'],
    NON_BINARY: ['nonBinary', 'manAndNonBinary'],
    MIXED_COUPLES: ['mixedCouple'],
    FEMALE_COUPLES: ['women'],
    MALE_COUPLES: ['men'],
  } as const
  type Name = keyof typeof PROFILES
  const aProfile = (userName: Name, options: Parameters<typeof aMemberWithPreferences>[1] = {}) =>
    aMemberWithPreferences(db, { userName, persons: [...PROFILES[userName]], ...options })

  test.each(Object.entries(PROFILES_OF))('fit a caller who looks for %s', async (value, expectedNames) => {
    for (const name of Object.keys(PROFILES) as Name[]) await aProfile(name)
    const caller = await aMemberWithPreferences(db, { lookingFor: [value as keyof typeof PROFILES_OF] })
    await db.deleteFrom('members').where('id', '=', ann.id).execute()
    expect((await listNames(caller)).toSorted()).toEqual([...expectedNames].toSorted())
  })

  test.each(Object.entries(PROFILES_OF))(
    'are members who look for a caller of the kind %s',
    async (value, callerNames) => {
      for (const lookingFor of Object.keys(PROFILES_OF) as (keyof typeof PROFILES_OF)[])
        await aMemberWithPreferences(db, { userName: lookingFor, lookingFor: [lookingFor] })
      for (const name of callerNames) {
        const caller = await aProfile(name, { hiddenFromSearch: true })
        expect((await listNames(caller)).filter((other) => other in PROFILES_OF)).toEqual([value])
      }
    },
  )

  test('are only members without preferences for a caller whose sex is secret', async () => {
    await aMemberWithPreferences(db, { lookingFor: ['FEMALES', 'MALES', 'NON_BINARY'] })
    const caller = await aMemberWithPreferences(db, { persons: [{ sex: 'SECRET' }] })
    expect(await listNames(caller)).toEqual([ann.userName])
  })

  test('have the ages that both sides want, including both persons of a couple', async () => {
    await db.deleteFrom('members').where('id', '=', ann.id).execute()
    const couple = (first: number, second: number) => [
      { sex: 'FEMALE' as const, yearOfBirth: first },
      { sex: 'MALE' as const, yearOfBirth: second },
    ]
    await aMemberWithPreferences(db, { userName: '40 och 45', persons: couple(1985, 1980) })
    await aMemberWithPreferences(db, { userName: '40 och 46', persons: couple(1985, 1979) })
    await aMemberWithPreferences(db, {
      userName: 'Vill 30–45',
      persons: couple(1985, 1985),
      wantedAges: { min: 30, max: 45 },
    })
    await aMemberWithPreferences(db, {
      userName: 'Vill 31–45',
      persons: couple(1985, 1985),
      wantedAges: { min: 31, max: 45 },
    })
    const caller = await aMemberWithPreferences(db, {
      persons: couple(1995, 1990),
      lookingFor: ['MIXED_COUPLES'],
      wantedAges: { min: 40, max: 45 },
    })
    expect((await listNames(caller)).toSorted()).toEqual(['40 och 45', 'Vill 30–45'])
  })

  test("are from the caller's cities, most recently active first, and from others only if these have fewer than four", async () => {
    const inStockholm = await createMembers(3, { cities: ['Uppsala', 'Stockholm'] })
    const elsewhere = await createMembers(2, { cities: ['Kiruna'], lastActiveAt: minutesAgo(1) })
    expect(await listNames(ann)).toEqual([...toNames(inStockholm), elsewhere[1]?.userName])
    const bo = await aMemberWithPreferences(db, { cities: ['Stockholm'], lastActiveAt: minutesAgo(600) })
    const cy = await aMemberWithPreferences(db, { lastActiveAt: minutesAgo(900) })
    expect(await listNames(cy)).toEqual([ann, ...inStockholm].map(({ userName }) => userName))
    expect(await listNames(bo)).toEqual([ann, ...inStockholm].map(({ userName }) => userName))
  })
})

describe('the suggestions of a day', () => {
  test('are four, and stay the same all day, regardless of who becomes active', {
    tags: 'welcome.same-suggestions-all-day',
  }, async () => {
    const members = await createMembers(6)
    expect(await listNames(ann)).toEqual(toNames(members.slice(0, 4)))
    const last = members.at(-1) as TestMember
    now = new Date('2026-03-20T22:59:59.000Z')
    await as(last).post('/members/last-active')
    await aMemberWithPreferences(db, { lastActiveAt: now })
    await as(ann).post('/members', { profile: { lookingFor: ['MALES'], cities: ['Kiruna'] } })
    const statements = await recordStatements(async () =>
      expect(await listNames(ann)).toEqual(toNames(members.slice(0, 4))),
    )
    expect(statements).toHaveLength(2)
  })

  test('agree if the first requests are concurrent', async () => {
    await createMembers(9)
    const responses = await Promise.all(Array.from({ length: 10 }, () => listNames(ann)))
    expect(responses[0]).toHaveLength(4)
    for (const response of responses) expect(response).toEqual(responses[0])
  })

  test('replace only a member who is no longer visible or was invited, in the same position', {
    tags: 'welcome.replaced-suggestion',
  }, async () => {
    const [first, second, third, fourth, fifth, sixth, seventh] = await createMembers(7)
    if (!first || !second || !third || !fourth || !fifth || !sixth || !seventh)
      throw new Error('seven members are needed')
    expect(await listNames(ann)).toEqual(toNames([first, second, third, fourth]))
    await invite(ann, second)
    expect(await listNames(ann)).toEqual(toNames([first, fifth, third, fourth]))
    await as(third).post('/members/settings', { hiddenFromSearch: true })
    await ignore(fourth, ann)
    expect(await listNames(ann)).toEqual(toNames([first, fifth, sixth, seventh]))
    await as(third).post('/members/settings', { hiddenFromSearch: false })
    expect(await listNames(ann)).toEqual(toNames([first, fifth, sixth, seventh]))
  })

  test('agree if replacements are concurrent', async () => {
    const [first, ...others] = await createMembers(8)
    if (!first) throw new Error('a member is needed')
    await listNames(ann)
    await invite(first, ann)
    const responses = await Promise.all(Array.from({ length: 10 }, () => listNames(ann)))
    for (const response of responses)
      expect(response).toEqual(toNames([others[3], others[0], others[1], others[2]] as TestMember[]))
  })

  test('are fewer than four if no others fit, and show a member who comes back the same day', async () => {
    const [first, second] = await createMembers(2)
    if (!first || !second) throw new Error('two members are needed')
    expect(await listNames(ann)).toEqual(toNames([first, second]))
    await as(first).post('/members/settings', { hiddenFromSearch: true })
    expect(await listNames(ann)).toEqual(toNames([second]))
    await as(first).post('/members/settings', { hiddenFromSearch: false })
    expect(await listNames(ann)).toEqual(toNames([first, second]))
  })

  test('include no other member after the caller changes their age, and ignores and stops ignoring members', {
    tags: 'welcome.same-suggestions-all-day',
  }, async () => {
    const members = await createMembers(7)
    await createMembers(20, { wantedAges: { min: 50, max: 60 } })
    const shownNames = new Set(await listNames(ann))
    for (const yearOfBirth of [1970, 1968, 1985]) {
      expect((await as(ann).post('/members', { profile: { person1: { yearOfBirth } } })).status).toBe(200)
      for (const member of members) {
        await ignore(ann, member)
        for (const name of await listNames(ann)) shownNames.add(name)
        await as(ann).post('/ignore/remove', member.userName)
        for (const name of await listNames(ann)) shownNames.add(name)
      }
    }
    expect([...shownNames].toSorted()).toEqual(toNames(members).toSorted())
  })

  test('stay empty all day if no member fits at first, even after the caller changes their age', async () => {
    const members = await createMembers(2, { wantedAges: { min: 50, max: 60 } })
    expect(await listNames(ann)).toEqual([])
    await as(ann).post('/members', { profile: { person1: { yearOfBirth: 1970 } } })
    expect(await listNames(ann)).toEqual([])
    advanceDays(1)
    expect(await listNames(ann)).toEqual(toNames(members))
  })

  test('are read without a transaction if fewer than four fit', async () => {
    await createMembers(2)
    await listNames(ann)
    expect(await recordStatements(() => listNames(ann))).toHaveLength(2)
  })

  test('do not repeat members of earlier days as long as there are others', {
    tags: 'welcome.new-suggestions',
  }, async () => {
    const members = await createMembers(10)
    const days: string[][] = []
    for (let day = 0; day < 4; day += 1) {
      days.push(await listNames(ann))
      advanceDays(1)
    }
    expect(days[0]).toEqual(toNames(members.slice(0, 4)))
    expect(days[1]).toEqual(toNames(members.slice(4, 8)))
    expect(days[2]).toEqual(toNames([...members.slice(8), ...members.slice(0, 2)]))
    expect(days[3]).toEqual(toNames([...members.slice(2, 6)]))
  })

  test('include new members elsewhere before they repeat those nearby', async () => {
    const nearby = await createMembers(4)
    const elsewhere = await createMembers(1, { cities: ['Kiruna'] })
    expect(await listNames(ann)).toEqual(toNames(nearby))
    advanceDays(1)
    expect(await listNames(ann)).toEqual(toNames([...elsewhere, ...nearby.slice(0, 3)]))
    advanceDays(1)
    const [first, ...repeated] = await listNames(ann)
    expect(first).toBe(nearby[3]?.userName)
    expect(repeated).toHaveLength(3)
  })

  test('repeat if there are no others', async () => {
    const members = await createMembers(4)
    expect(await listNames(ann)).toEqual(toNames(members))
    advanceDays(1)
    expect(await listNames(ann)).toEqual(toNames(members))
  })
})

test('the team gets no suggestions', async () => {
  await createMembers(2)
  expect(await listNames(await aMember(db, { level: 'ADMIN' }))).toEqual([])
})
