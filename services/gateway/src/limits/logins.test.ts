import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { aMailedToken, anEmailAddress } from '../accounts/testing.ts'
import type { Caller, TestResponse } from '../testing.ts'
import { countStatuses, PASSWORD, repeat, setUpLimitedGateway } from './testing.ts'

const { ctx, as, passwordHash, aVisitor } = await setUpLimitedGateway(import.meta.url)

describe('wrong logins', () => {
  const login = (caller: ReturnType<typeof aVisitor>, email: string, password = 'fel lösenord') =>
    caller.post('/members/login', { email, password })

  test.each([true, false])(
    'are limited to ten for an email address, from any network (registered: %s)',
    async (registered) => {
      const email = registered ? (await aMember(ctx.db, { passwordHash })).email : anEmailAddress()
      expect(countStatuses(await repeat(15, () => login(aVisitor(), email)))).toEqual({ 401: 10, 429: 5 })
      expect((await login(aVisitor(), email.toUpperCase(), PASSWORD)).status).toBe(429)
    },
  )

  test('do not include successful logins', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    const caller = aVisitor()
    for (let attempt = 0; attempt < 12; attempt += 1) expect((await login(caller, email, PASSWORD)).status).toBe(200)
    expect(countStatuses(await repeat(10, () => login(caller, email)))).toEqual({ 401: 10 })
  })

  test('are limited to fifty from a network, and further ones do not count against an email address', async () => {
    const caller = aVisitor()
    expect(countStatuses(await repeat(52, () => login(caller, anEmailAddress())))).toEqual({ 401: 50, 429: 2 })
    const { email } = await aMember(ctx.db, { passwordHash })
    await repeat(10, () => login(caller, email))
    expect((await login(aVisitor(), email, PASSWORD)).status).toBe(200)
  })
})

describe('a browser that has logged in before', () => {
  const login = (caller: Caller, email: string, password = PASSWORD, cookie = '') =>
    caller.post('/members/login', { email, password }, cookie ? { cookie } : {})
  const extractCookie = ({ headers }: TestResponse<unknown>) => String(headers['set-cookie']).split(';')[0] ?? ''
  /** Returns the cookie of a browser that has logged in. */
  const aKnownBrowser = async (email: string) => extractCookie(await login(aVisitor(), email))
  const exhaustLogins = async (email: string) =>
    expect(countStatuses(await repeat(12, () => login(aVisitor(), email, 'fel lösenord')))).toEqual({ 401: 10, 429: 2 })

  test('can log in while others use up the attempts of its account and of its network', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    const cookie = await aKnownBrowser(email)
    const network = aVisitor()
    await exhaustLogins(email)
    expect(countStatuses(await repeat(52, () => login(network, anEmailAddress())))).toEqual({ 401: 50, 429: 2 })
    expect((await login(network, email)).status).toBe(429)
    expect((await login(network, ` ${email.toUpperCase()} `, PASSWORD, cookie)).status).toBe(200)
  })

  test('has ten wrong attempts of its own, which do not count for other browsers', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    const cookie = await aKnownBrowser(email)
    const wrongLogins = await repeat(13, () => login(aVisitor(), email, 'fel lösenord', cookie))
    expect(countStatuses(wrongLogins)).toEqual({ 401: 10, 429: 3 })
    expect((await login(aVisitor(), email, PASSWORD, cookie)).status).toBe(429)
    const otherLogin = await login(aVisitor(), email)
    expect(otherLogin.status).toBe(200)
    expect((await login(aVisitor(), email, PASSWORD, extractCookie(otherLogin))).status).toBe(200)
  })

  test('shares thirty wrong attempts with all other known browsers of its account', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    for (let count = 0; count < 3; count += 1) {
      const cookie = await aKnownBrowser(email)
      expect(countStatuses(await repeat(10, () => login(aVisitor(), email, 'fel lösenord', cookie)))).toEqual({
        401: 10,
      })
    }
    expect((await login(aVisitor(), email, 'fel lösenord', await aKnownBrowser(email))).status).toBe(429)
  })

  /** Changes a member's email address; a browser with this cookie opens the confirmation link. */
  const confirmChangeWith = async (cookie: string, member: TestMember) => {
    const [email, token] = [anEmailAddress(), generateToken()]
    expect((await as(member).post('/members/email', { email, password: PASSWORD })).status).toBe(204)
    await ctx.db
      .updateTable('email_changes')
      .set({ hash: hashToken(token) })
      .where('email', '=', email)
      .execute()
    const response = await aVisitor().post(`/members/email/confirm/${token}`, undefined, cookie ? { cookie } : {})
    expect(response.status).toBe(204)
    return { email, response }
  }

  test('receives a cookie for the new email address of its account when it opens the confirmation link', async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const cookie = await aKnownBrowser(ann.email)
    const { email, response } = await confirmChangeWith(cookie, ann)
    await exhaustLogins(email)
    expect((await login(aVisitor(), email, PASSWORD, cookie)).status).toBe(429)
    expect((await login(aVisitor(), email, PASSWORD, extractCookie(response))).status).toBe(200)
  })

  test('receives no cookie from a confirmation link if it has not logged in to that account', async () => {
    const [ann, bo] = [await aMember(ctx.db, { passwordHash }), await aMember(ctx.db, { passwordHash })]
    for (const cookie of ['', await aKnownBrowser(bo.email)])
      expect((await confirmChangeWith(cookie, ann)).response.headers).not.toHaveProperty('set-cookie')
  })

  test('is known only for the account that it logged in to, and only with an unchanged cookie', async () => {
    const [ann, bo] = [await aMember(ctx.db, { passwordHash }), await aMember(ctx.db, { passwordHash })]
    const [cookie, boCookie] = [await aKnownBrowser(ann.email), await aKnownBrowser(bo.email)]
    await exhaustLogins(ann.email)
    const [name = '', value = ''] = cookie.split('=')
    const [device = '', signature = ''] = value.split('.')
    for (const forgedCookie of [
      boCookie,
      `${name}=${boCookie.split('=')[1]}`,
      `${name}=`,
      `${name}=${device}`,
      `${name}=.${signature}`,
      `${name}=${'A'.repeat(22)}.${signature}`,
      `${name}=${device}.${'A'.repeat(43)}`,
      `x${cookie}`,
      '=; ;;',
    ])
      expect([forgedCookie, (await login(aVisitor(), ann.email, PASSWORD, forgedCookie)).status]).toEqual([
        forgedCookie,
        429,
      ])
    expect((await login(aVisitor(), ann.email, PASSWORD, `a=b; ${boCookie}; ${cookie}; c=d`)).status).toBe(200)
  })

  test('receives its cookie from a successful login or registration, hidden from scripts and without authority', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    const failedLogin = await login(aVisitor(), email, 'fel lösenord')
    expect(failedLogin.headers).not.toHaveProperty('set-cookie')
    const { headers } = await login(aVisitor(), email)
    expect(headers['set-cookie']).toMatch(
      /^device-[\w-]{8}=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/api\/v2\/members; HttpOnly; SameSite=Strict$/,
    )
    expect(String(headers['set-cookie'])).not.toContain(email)
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    expect((await aVisitor().get('/members/settings', { cookie })).status).toBe(401)
    const token = await aMailedToken(ctx.db, 'REGISTRATION', anEmailAddress())
    const registration = await aVisitor().post('/members/register2/complete', {
      ...{ token, userName: 'Ny här', password: PASSWORD, cities: ['Lund'] },
      person1: { sex: 'FEMALE', year: 1990 },
    })
    expect(registration).toMatchObject({ status: 201, headers: { 'set-cookie': expect.stringMatching(/^device-/) } })
  })
})

describe('the password that a sensitive request requires', () => {
  const ROUTES: [path: string, body: object, status: number][] = [
    ['/members/export', {}, 202],
    ['/members/email', { email: anEmailAddress() }, 204],
    ['/members/password', { newPassword: 'gul kajak 8' }, 204],
    ['/members/delete', {}, 204],
  ]
  const sendPassword = (member: TestMember, path: string, body: object, password = PASSWORD) =>
    as(member).post(path, { password, ...body })
  const login = (email: string, password = PASSWORD) => aVisitor().post('/members/login', { email, password })

  test.each(ROUTES)('is accepted by %s while others use up the logins of the account', async (path, body, status) => {
    const ann = await aMember(ctx.db, { passwordHash })
    expect(countStatuses(await repeat(12, () => login(ann.email, 'fel lösenord')))).toEqual({ 401: 10, 429: 2 })
    expect((await sendPassword(ann, path, body)).status).toBe(status)
  })

  test('may be wrong ten times on all routes together, without locking out other sessions or logins', async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const otherSession = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
    const guesses = await repeat(16, (n) => {
      const [path, body] = ROUTES[n % ROUTES.length]!
      return sendPassword(ann, path, body, 'fel lösenord')
    })
    expect(countStatuses(guesses)).toEqual({ 400: 10, 429: 6 })
    for (const [path, body] of ROUTES) expect((await sendPassword(ann, path, body)).status).toBe(429)
    expect((await login(ann.email)).status).toBe(200)
    expect((await sendPassword(otherSession, '/members/export', {})).status).toBe(202)
  })

  test('may be wrong thirty times in all sessions of an account together', async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    for (let session = 0; session < 3; session += 1) {
      const stolenSession = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
      const guesses = await repeat(10, () => sendPassword(stolenSession, '/members/export', {}, 'fel lösenord'))
      expect(countStatuses(guesses)).toEqual({ 400: 10 })
    }
    const otherSession = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
    expect((await sendPassword(otherSession, '/members/export', {})).status).toBe(429)
    expect((await login(ann.email)).status).toBe(200)
  })
})
