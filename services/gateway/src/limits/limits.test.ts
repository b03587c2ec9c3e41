import { randomBytes } from 'node:crypto'
import { GROUPS_PER_MEMBER, NEW_MEMBER_PERIOD, RATES } from '@app/contract/limits'
import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import { hashPassword } from '@app/server/accounts/passwords'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import type {} from '@app/server/testing/infra'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { aMailedToken, anAddress } from '../accounts/testing.ts'
import { aForm } from '../events/testing.ts'
import { type Answer, type Caller, setUpTestGateway } from '../testing.ts'
import { createLimits, type RateName } from './limits.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { createCounters } from './redis-counters.ts'

/** Counters of this file alone, because member ids are the same in every test database. */
const redisUrl = new URL(inject('testInfra').redisUrl)
redisUrl.pathname = '/13'
const { ctx, as, visitorAt } = await setUpTestGateway({
  settings: { RATE_LIMITS: 'on', REDIS_URL: redisUrl.toString() },
})
const PASSWORD = 'gul kanot 7'
const passwordHash = await hashPassword(PASSWORD)
beforeEach(async () => void (await ctx.redis.flushdb()))

const times = <Result>(count: number, call: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))
const statuses = (answers: Answer<unknown>[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
/** Uses up a limit directly, without calls. */
const consumeRate = async (name: RateName, member: string, amount: number) => {
  const limits = createLimits(ctx)
  await times(amount, () => limits.take(name, member))
}

let host = 0
const aVisitor = () => {
  host += 1
  return visitorAt(`198.51.100.${host}`)
}

test('allows a member 300 calls at once and 200 a minute, names the time to wait after that, and serves others', {
  tags: 'limits.rate-of-calls',
}, async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  await consumeRate('memberRequests', ann.id, 290)
  const answers = await times(200, () => as(ann).get('/members/settings'))
  expect(statuses(answers)[200]).toBeGreaterThanOrEqual(10)
  expect(statuses(answers)[200]).toBeLessThan(200)
  const refusal = answers.find(({ status }) => status === 429)
  expect(refusal?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(Number(refusal?.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refusal?.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await as(bo).get('/members/settings')).status).toBe(200)
})

describe.each([
  [
    'Redis',
    () => createCounters(ctx.redis),
    async (milliseconds: number) => void (await ctx.redis.incrbyfloat('pace:test:ann', -milliseconds)),
  ],
  [
    'memory',
    createMemoryCounters,
    async (milliseconds: number) => void vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] }),
  ],
])('a rate with a burst, counted in %s', (_, create, pass) => {
  afterEach(() => void vi.useRealTimers())
  /** So slow that nothing is refilled while the test runs. */
  const rate = { max: 2, windowMs: 24 * 60 * 60 * 1_000, burst: 3 }

  test('allows the rate and the burst at once, and then one unit after each interval', async () => {
    const counters = create()
    const waits: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) waits.push(await counters.consume('test:ann', rate))
    expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    const pause = rate.windowMs / rate.max
    expect(waits[5]).toBeGreaterThan(pause - 60_000)
    expect(waits[5]).toBeLessThanOrEqual(pause)
    expect(await counters.consume('test:bo', rate)).toBe(0)
    await pass(2 * pause)
    expect([await counters.consume('test:ann', rate), await counters.consume('test:ann', rate)]).toEqual([0, 0])
    expect(await counters.consume('test:ann', rate)).toBeGreaterThan(0)
  })
})

test('counts a rate with a burst apart from its window, which gateways of another release may use', async () => {
  const counters = createCounters(ctx.redis)
  const rate = { max: 2, windowMs: 60_000, burst: 3 }
  expect(await counters.consume('test:ann', rate)).toBe(0)
  expect(await counters.add('test:ann', rate.windowMs, 1)).toMatchObject({ count: 1 })
  expect(await counters.add('test:bo', rate.windowMs, 1)).toMatchObject({ count: 1 })
  expect(await counters.consume('test:bo', rate)).toBe(0)
  const stored = await ctx.redis.mget('limit:test:ann', 'limit:test:bo')
  expect(stored).toEqual(['1', '1'])
})

test('twenty reloads of a page in a minute, with fifteen calls each, stay within the limit', async () => {
  const ann = await aMember(ctx.db)
  await consumeRate('memberRequests', ann.id, 19 * 15)
  expect(statuses(await times(15, () => as(ann).get('/members/settings')))).toEqual({ 200: 15 })
})

test('a member creates twenty events a day; rejected ones do not count', async () => {
  const ann = await aMember(ctx.db)
  const announce = (changes: object = {}) => as(ann).post('/events/public/', aForm(changes))
  await consumeRate('eventsMade', ann.id, RATES.eventsMade.max - 1)
  expect((await announce({ date: '2020-01-01' })).status).toBe(400)
  expect((await announce()).status).toBe(201)
  expect(await announce()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
})

test('a member creates ten groups a day, even concurrently; failed attempts do not count', async () => {
  const ann = await aMember(ctx.db)
  const make = (groupName: string) => as(ann).post('/groups', { groupName, description: 'x' })
  await consumeRate('groupsMade', ann.id, RATES.groupsMade.max - 4)
  expect((await make('Segelbåtar')).status).toBe(201)
  expect((await make('segelbåtar')).status).toBe(409)
  const answers = await times(10, (n) => make(`Kanot ${n}`))
  expect(statuses(answers)).toEqual({ 201: 3, 429: 7 })
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect((await as(ann).get<object[]>('/groups')).body).toHaveLength(4)
})

test('a member at the limit of groups creates none, even concurrently, and such attempts do not count', async () => {
  const [ann, owner] = [await aMember(ctx.db), await aMember(ctx.db)]
  const make = (n: number) => as(ann).post('/groups', { groupName: `Långfärd ${n}`, description: 'x' })
  const groups = await times(GROUPS_PER_MEMBER - 2, () => aGroup(ctx.db, { owner, members: [ann] }))
  const answers = await times(10, make)
  expect(statuses(answers)).toEqual({ 201: 2, 400: 8 })
  const refusal = answers.find(({ status }) => status === 400)
  expect(refusal?.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'groups' }] })
  await as(ann).post(`/groups/${groups[0]?.groupId}/leave`)
  expect((await make(10)).status).toBe(201)
})

test('the team, whose groups all admins share, has no limit', async () => {
  const [admin, owner] = [await aMember(ctx.db, { level: 'ADMIN' }), await aMember(ctx.db)]
  await times(GROUPS_PER_MEMBER, () => aGroup(ctx.db, { owner, members: [admin] }))
  expect((await as(admin).post('/groups', { groupName: 'Nya medlemmar', description: 'x' })).status).toBe(201)
  const open = await aGroup(ctx.db, { isOpen: true })
  expect((await as(admin).post(`/groups/${open.groupId}/join`)).status).toBe(200)
})

test('limits guesses of calendars’ secret addresses from one network', async () => {
  await consumeRate('calendarFetchesPerAddress', '203.0.113.7', RATES.calendarFetchesPerAddress.max - 2)
  const guess = () => visitorAt('203.0.113.7').get(`/calendar/${randomBytes(32).toString('base64url')}.ics`)
  expect(statuses(await times(5, guess))).toEqual({ 404: 2, 429: 3 })
})

test('a member requests twenty verifications a day, withdrawn or not', async () => {
  const { ann, bo } = await anOpenChat(ctx.db)
  const act = (action: string) => as(ann).post('/verifications/verify', { userName: bo.userName, action })
  await consumeRate('questions', ann.id, RATES.questions.max - 1)
  for (const action of ['ASK', 'WITHDRAW']) expect((await act(action)).status).toBe(204)
  expect(await act('ASK')).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect((await act('CONFIRM')).status).toBe(204)
})

test('a member confirms fifty times a day, and withdraws without a limit', async () => {
  const { ann, bo } = await anOpenChat(ctx.db)
  const act = (action: string) => as(ann).post('/verifications/verify', { userName: bo.userName, action })
  await consumeRate('confirmations', ann.id, RATES.confirmations.max - 1)
  expect((await act('CONFIRM')).status).toBe(204)
  expect((await act('CONFIRM')).status).toBe(429)
  expect((await act('WITHDRAW')).status).toBe(204)
})

test('a member changes the name twenty times a day; saving the present one does not count', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const rename = (userName: string) => as(ann).post('/members', { profile: { userName, description: 'ny text' } })
  await consumeRate('newNames', ann.id, RATES.newNames.max - 2)
  for (const [name, status] of [
    [ann.userName, 200],
    [bo.userName, 409],
    ['Näst sist', 200],
    ['Sist', 429],
  ] as const)
    expect([name, (await rename(name)).status]).toEqual([name, status])
  expect((await rename('Näst sist')).status).toBe(200)
})

test('visitors are counted by network, and a whole IPv6 network is one', async () => {
  const [one, sameNetwork, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'].map(visitorAt)
  expect(statuses(await times(200, () => one!.get('/app-config')))).toEqual({ 200: 200 })
  expect((await sameNetwork!.get('/app-config')).status).toBe(429)
  expect((await other!.get('/app-config')).status).toBe(200)
})

test('headers of an untrusted proxy do not change the address', async () => {
  const forged = await times(201, (index) =>
    visitorAt('203.0.113.9').get('/app-config', {
      'x-forwarded-for': `192.0.2.${index}`,
      'x-real-ip': `192.0.2.${index}`,
      forwarded: `for=192.0.2.${index}`,
    }),
  )
  expect(statuses(forged)).toEqual({ 200: 200, 429: 1 })
})

describe('wrong logins', () => {
  const login = (caller: ReturnType<typeof aVisitor>, email: string, password = 'fel lösenord') =>
    caller.post('/members/login', { email, password })

  test.each([true, false])('are limited to ten for an address, from any network (known: %s)', async (known) => {
    const email = known ? (await aMember(ctx.db, { passwordHash })).email : anAddress()
    expect(statuses(await times(15, () => login(aVisitor(), email)))).toEqual({ 401: 10, 429: 5 })
    expect((await login(aVisitor(), email.toUpperCase(), PASSWORD)).status).toBe(429)
  })

  test('do not include right ones', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    const caller = aVisitor()
    for (let attempt = 0; attempt < 12; attempt += 1) expect((await login(caller, email, PASSWORD)).status).toBe(200)
    expect(statuses(await times(10, () => login(caller, email)))).toEqual({ 401: 10 })
  })

  test('are limited to fifty from a network, which then cannot use up the attempts of an address', async () => {
    const caller = aVisitor()
    expect(statuses(await times(52, () => login(caller, anAddress())))).toEqual({ 401: 50, 429: 2 })
    const { email } = await aMember(ctx.db, { passwordHash })
    await times(10, () => login(caller, email))
    expect((await login(aVisitor(), email, PASSWORD)).status).toBe(200)
  })
})

describe('a browser that has logged in before', () => {
  const login = (caller: Caller, email: string, password = PASSWORD, cookie = '') =>
    caller.post('/members/login', { email, password }, cookie ? { cookie } : {})
  const cookieOf = ({ headers }: Answer<unknown>) => String(headers['set-cookie']).split(';')[0] ?? ''
  const aKnownBrowser = async (email: string) => cookieOf(await login(aVisitor(), email))
  const exhaustLogins = async (email: string) =>
    expect(statuses(await times(12, () => login(aVisitor(), email, 'fel lösenord')))).toEqual({ 401: 10, 429: 2 })

  test('logs in while others use up the attempts of its account and of its network', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    const cookie = await aKnownBrowser(email)
    const network = aVisitor()
    await exhaustLogins(email)
    expect(statuses(await times(52, () => login(network, anAddress())))).toEqual({ 401: 50, 429: 2 })
    expect((await login(network, email)).status).toBe(429)
    expect((await login(network, ` ${email.toUpperCase()} `, PASSWORD, cookie)).status).toBe(200)
  })

  test('has ten wrong attempts of its own, and shares none with others', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    const cookie = await aKnownBrowser(email)
    const wrong = await times(13, () => login(aVisitor(), email, 'fel lösenord', cookie))
    expect(statuses(wrong)).toEqual({ 401: 10, 429: 3 })
    expect((await login(aVisitor(), email, PASSWORD, cookie)).status).toBe(429)
    const other = await login(aVisitor(), email)
    expect(other.status).toBe(200)
    expect((await login(aVisitor(), email, PASSWORD, cookieOf(other))).status).toBe(200)
  })

  test('shares thirty wrong attempts with all other such browsers of its account', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    for (let count = 0; count < 3; count += 1) {
      const cookie = await aKnownBrowser(email)
      expect(statuses(await times(10, () => login(aVisitor(), email, 'fel lösenord', cookie)))).toEqual({ 401: 10 })
    }
    expect((await login(aVisitor(), email, 'fel lösenord', await aKnownBrowser(email))).status).toBe(429)
  })

  /** Moves a member to a new address, whose link is opened with this cookie. */
  const confirmedBy = async (cookie: string, member: TestMember) => {
    const [email, token] = [anAddress(), generateToken()]
    expect((await as(member).post('/members/email', { email, password: PASSWORD })).status).toBe(204)
    await ctx.db
      .updateTable('email_changes')
      .set({ hash: hashToken(token) })
      .where('email', '=', email)
      .execute()
    const answer = await aVisitor().post(`/members/email/confirm/${token}`, undefined, cookie ? { cookie } : {})
    expect(answer.status).toBe(204)
    return { email, answer }
  }

  test('is known under the new address of its account when it opens the link to it', async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const cookie = await aKnownBrowser(ann.email)
    const { email, answer } = await confirmedBy(cookie, ann)
    await exhaustLogins(email)
    expect((await login(aVisitor(), email, PASSWORD, cookie)).status).toBe(429)
    expect((await login(aVisitor(), email, PASSWORD, cookieOf(answer))).status).toBe(200)
  })

  test('gets no cookie by the link to a new address if another browser logged in', async () => {
    const [ann, bo] = [await aMember(ctx.db, { passwordHash }), await aMember(ctx.db, { passwordHash })]
    for (const cookie of ['', await aKnownBrowser(bo.email)])
      expect((await confirmedBy(cookie, ann)).answer.headers).not.toHaveProperty('set-cookie')
  })

  test('is known only for the account that it logged in to, and only with an unchanged cookie', async () => {
    const [ann, bo] = [await aMember(ctx.db, { passwordHash }), await aMember(ctx.db, { passwordHash })]
    const [cookie, ofBo] = [await aKnownBrowser(ann.email), await aKnownBrowser(bo.email)]
    await exhaustLogins(ann.email)
    const [name = '', value = ''] = cookie.split('=')
    const [device = '', signature = ''] = value.split('.')
    for (const forged of [
      ofBo,
      `${name}=${ofBo.split('=')[1]}`,
      `${name}=`,
      `${name}=${device}`,
      `${name}=.${signature}`,
      `${name}=${'A'.repeat(22)}.${signature}`,
      `${name}=${device}.${'A'.repeat(43)}`,
      `x${cookie}`,
      '=; ;;',
    ])
      expect([forged, (await login(aVisitor(), ann.email, PASSWORD, forged)).status]).toEqual([forged, 429])
    expect((await login(aVisitor(), ann.email, PASSWORD, `a=b; ${ofBo}; ${cookie}; c=d`)).status).toBe(200)
  })

  test('gets a cookie only by login and registration, which scripts cannot read and which opens nothing', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    const failed = await login(aVisitor(), email, 'fel lösenord')
    expect(failed.headers).not.toHaveProperty('set-cookie')
    const { headers } = await login(aVisitor(), email)
    expect(headers['set-cookie']).toMatch(
      /^device-[\w-]{8}=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/api\/v2\/members; HttpOnly; SameSite=Strict$/,
    )
    expect(String(headers['set-cookie'])).not.toContain(email)
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    expect((await aVisitor().get('/members/settings', { cookie })).status).toBe(401)
    const token = await aMailedToken(ctx.db, 'REGISTRATION', anAddress())
    const registered = await aVisitor().post('/members/register2/complete', {
      ...{ token, userName: 'Ny här', password: PASSWORD, cities: ['Lund'] },
      person1: { sex: 'FEMALE', year: 1990 },
    })
    expect(registered).toMatchObject({ status: 201, headers: { 'set-cookie': expect.stringMatching(/^device-/) } })
  })
})

describe('a password repeated within a session', () => {
  const CALLS: [path: string, body: object, status: number][] = [
    ['/members/export', {}, 202],
    ['/members/email', { email: anAddress() }, 204],
    ['/members/password', { newPassword: 'gul kajak 8' }, 204],
    ['/members/delete', {}, 204],
  ]
  const call = (member: TestMember, path: string, body: object, password = PASSWORD) =>
    as(member).post(path, { password, ...body })
  const login = (email: string, password = PASSWORD) => aVisitor().post('/members/login', { email, password })

  test.each(CALLS)('is accepted for %s while others use up the logins of the account', async (path, body, status) => {
    const ann = await aMember(ctx.db, { passwordHash })
    expect(statuses(await times(12, () => login(ann.email, 'fel lösenord')))).toEqual({ 401: 10, 429: 2 })
    expect((await call(ann, path, body)).status).toBe(status)
  })

  test('may be wrong ten times, for all purposes together, and locks out no other session and no login', async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const other = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
    const guesses = await times(16, (n) => {
      const [path, body] = CALLS[n % CALLS.length]!
      return call(ann, path, body, 'fel lösenord')
    })
    expect(statuses(guesses)).toEqual({ 400: 10, 429: 6 })
    for (const [path, body] of CALLS) expect((await call(ann, path, body)).status).toBe(429)
    expect((await login(ann.email)).status).toBe(200)
    expect((await call(other, '/members/export', {})).status).toBe(202)
  })

  test('may be wrong thirty times in all sessions of an account together', async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    for (let session = 0; session < 3; session += 1) {
      const stolen = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
      const guesses = await times(10, () => call(stolen, '/members/export', {}, 'fel lösenord'))
      expect(statuses(guesses)).toEqual({ 400: 10 })
    }
    const otherSession = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
    expect((await call(otherSession, '/members/export', {})).status).toBe(429)
    expect((await login(ann.email)).status).toBe(200)
  })
})

describe('mails', () => {
  const mails = async () => (await ctx.db.selectFrom('mails').select('id').execute()).length

  test('for a registration are limited to five in half an hour from a network', async () => {
    const before = await mails()
    const caller = aVisitor()
    const answers = await times(7, () => caller.post('/members/register2/email', { email: anAddress() }))
    expect(statuses(answers)).toEqual({ 200: 5, 429: 2 })
    expect(await mails()).toBe(before + 5)
  })

  test.each([true, false])(
    'for a registration are five a day to a mailbox; later requests look the same and send nothing (known: %s)',
    async (known) => {
      const email = known ? (await aMember(ctx.db)).email : anAddress()
      const [local, domain] = email.split('@')
      const spellings = [email, email.toUpperCase(), `${local}+one@${domain}`, `${local}+two@${domain}`]
      const request = (index: number) =>
        aVisitor().post('/members/register2/email', { email: spellings[index % spellings.length] })
      const answers = await times(12, request)
      expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      const waiting = await ctx.db
        .selectFrom('mails')
        .select('id')
        .where('address', 'in', spellings)
        .where('state', '=', 'WAITING')
        .execute()
      expect(waiting).toHaveLength(5)
    },
  )

  test('for a registration take the same steps when the limit of the mailbox is reached', async () => {
    const email = anAddress()
    const request = () => aVisitor().post('/members/register2/email', { email })
    const within = await recordStatements(request)
    await times(RATES.confirmationMailsPerMailbox.max, request)
    expect(await recordStatements(request)).toEqual(within)
  })

  test.each([true, false])('for a password are limited to three an hour to an address (known: %s)', async (known) => {
    const email = known ? (await aMember(ctx.db)).email : anAddress()
    const before = await mails()
    const answers = await times(5, () => aVisitor().post(`/members/send-pwd-reset/${email}`))
    expect(statuses(answers)).toEqual({ 204: 3, 429: 2 })
    expect(await mails()).toBe(before + 3)
  })

  test('for a password are limited to ten in an hour from a network', async () => {
    const caller = aVisitor()
    expect(statuses(await times(12, () => caller.post(`/members/send-pwd-reset/${anAddress()}`)))).toEqual({
      204: 10,
      429: 2,
    })
  })
})

describe('viewing members', () => {
  const longAgo = new Date(Date.now() - NEW_MEMBER_PERIOD - 60_000)
  const WOMEN = { couples: false, person1Selection: { sex: 'FEMALE' } }
  /** A filter that matches nobody. */
  const OLDEST = { couples: false, person1Selection: { sex: 'FEMALE', minAge: 110 } }
  const search = (viewer: Parameters<typeof as>[0], namePart: string) =>
    as(viewer).get(`/profiles/search-user-encrypted/${encodeURIComponent(namePart)}`)
  const open = (viewer: Parameters<typeof as>[0], name: string) =>
    as(viewer).get(`/members/username/${encodeURIComponent(name)}`)

  test.each([
    ['by name', (ann: Parameters<typeof as>[0]) => search(ann, 'finns inte')],
    ['by filter', (ann: Parameters<typeof as>[0]) => as(ann).post('/profiles/search-encrypted', OLDEST)],
    ['for hints', (ann: Parameters<typeof as>[0]) => as(ann).post('/profiles/search-hints', OLDEST)],
  ])('is limited to thirty searches a minute: %s', async (_, repeatSearch) => {
    const ann = await aMember(ctx.db)
    await consumeRate('searches', ann.id, 10)
    expect(statuses(await times(22, () => repeatSearch(ann)))).toEqual({ 200: 20, 429: 2 })
  })

  test('is limited to 300 profiles a day, without one’s own', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await consumeRate('profilesOpened', ann.id, RATES.profilesOpened.max - 1)
    expect((await open(ann, ann.userName)).status).toBe(200)
    expect((await open(ann, bo.userName)).status).toBe(200)
    expect((await open(ann, bo.userName)).status).toBe(429)
    expect((await open(ann, ann.userName)).status).toBe(200)
  })

  test.each([
    ['in the first days 300', new Date(), 'membersSeenAtFirst'],
    ['later 1000', longAgo, 'membersSeen'],
  ] as const)('is limited to a number of different members a day: %s', async (_, registeredAt, name) => {
    const ann = await aMember(ctx.db, { registeredAt })
    const [one, other] = [await aMember(ctx.db), await aMember(ctx.db)]
    const others = Array.from({ length: RATES[name].max - 1 }, (_, index) => `someone-${index}`)
    await createLimits(ctx).takeDistinct(name, ann.id, others)
    expect((await search(ann, one.userName)).status).toBe(200)
    expect((await open(ann, one.userName)).status).toBe(200)
    expect((await search(ann, other.userName)).status).toBe(429)
    expect((await as(ann).post('/profiles/search-encrypted', WOMEN)).status).toBe(429)
    expect((await open(ann, other.userName)).status).toBe(429)
    expect((await search(ann, one.userName)).status).toBe(200)
  })
})

test('browsers’ reports are limited to thirty a minute from a session or a network', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const report = { level: 'info', message: 'x' }
  expect(statuses(await times(31, () => as(ann).post('/client-logs', report)))).toEqual({ 204: 30, 429: 1 })
  expect((await as(bo).post('/client-logs', report)).status).toBe(204)
})
