import { HOUR_MS, RATES, RECOVERY_CODES } from '@app/contract/limits'
import type { Session } from '@app/contract/members/members'
import type { PasskeyCreation, PasskeyProtection, PasskeyRequest, RecoveryCodes } from '@app/contract/safety/passkeys'
import { listPushes } from '@app/server/testing/context'
import { aMember, aSession, markAsPasskeySession, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { recordStatements } from '@app/server/testing/statements'
import { beforeAll, describe, expect, test } from 'vitest'
import { aMailedToken, anEmailAddress } from '../accounts/testing.ts'
import { type Caller, setUpTestGateway } from '../testing.ts'
import { aPasskey, type SoftwarePasskey } from './testing.ts'

const ORIGIN = 'http://localhost:8080'
const PASSWORD = 'gul kanot 7'
const NEW_PASSWORD = 'en helt ny båt'
const UNKNOWN_CODE = '0000-0000-0000-0000'
const REJECTED = { status: 401, body: { code: 'FALSE_CREDENTIALS' } }

let nowOffsetMs = 0
const { ctx, as, visitor } = await setUpTestGateway({ now: () => new Date(Date.now() + nowOffsetMs) })
let passwordHash = ''
beforeAll(async () => {
  passwordHash = await aPasswordHash(PASSWORD)
})
const aMemberWithPassword = () => aMember(ctx.db, { passwordHash })

async function addPasskey(member: TestMember): Promise<SoftwarePasskey> {
  const passkey = aPasskey(ORIGIN)
  const { body } = await as(member).post<PasskeyCreation>('/passkeys/options', { password: PASSWORD })
  expect((await as(member).post('/passkeys', passkey.create('Telefonen', body))).status).toBe(201)
  return passkey
}
const logInWithPasskey = async (passkey: SoftwarePasskey) =>
  visitor.post<Session>(
    '/sessions/passkey',
    passkey.get((await visitor.post<PasskeyRequest>('/sessions/passkey/options')).body),
  )
const logIn = ({ email }: TestMember, password = PASSWORD) => visitor.post('/members/login', { email, password })
const createCodes = async (member: TestMember) =>
  (await as(member).post<RecoveryCodes>('/passkeys/codes', { password: PASSWORD })).body.codes
const useCode = ({ email }: Pick<TestMember, 'email'>, code: string, from: Caller = visitor) =>
  from.post<Session>('/sessions/recovery', { email, code })
const readProtection = async (member: TestMember) =>
  (await as(member).get<PasskeyProtection>('/passkeys/protection')).body
const setPasskeyOnly = (member: TestMember, passkeyOnly: boolean) =>
  as(member).post('/passkeys/only', { passkeyOnly, password: PASSWORD })

/** Creates a member with a passkey and recovery codes whose password does not log in. */
async function aPasskeyOnlyMember() {
  const member = await aMemberWithPassword()
  const passkey = await addPasskey(member)
  const codes = await createCodes(member)
  expect((await setPasskeyOnly(member, true)).status).toBe(204)
  return { member, passkey, codes }
}

/** Continues the member in a session that began with a passkey just now. */
async function withFreshSession(member: TestMember): Promise<TestMember> {
  const sessionId = await aSession(ctx.db, member.accountId)
  await markAsPasskeySession(ctx.db, { sessionId })
  return { ...member, sessionId }
}

describe('recovery codes', () => {
  test('are ten codes of 80 random bits, stored only as hashes', { tags: 'recovery-codes.create' }, async () => {
    const ann = await aMemberWithPassword()
    const codes = await createCodes(ann)
    expect(new Set(codes).size).toBe(RECOVERY_CODES)
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await readProtection(ann)).toEqual({ passkeyOnly: false, codesLeft: 10, newPasswordFrom: null })
    const rows = await ctx.db.selectFrom('recovery_codes').select('hash').where('memberId', '=', ann.id).execute()
    expect(rows.map(({ hash }) => hash.length)).toEqual(Array(10).fill(32))
    expect(await listPushes(ctx.db)).toContainEqual({
      to: [ann.accountId],
      push: { type: 'passkeys:changed', by: ann.sessionId },
    })
  })

  test('require the password, or a recent login with a passkey', { tags: 'recovery-codes.create' }, async () => {
    const ann = await aMemberWithPassword()
    for (const body of [{}, { password: '' }, { password: 'fel' }])
      expect(await as(ann).post('/passkeys/codes', body)).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'password' }] },
      })
    expect((await as(await withFreshSession(ann)).post('/passkeys/codes', {})).status).toBe(200)
  })

  test('open one session each, with or without hyphens and capitals, even with ten concurrent requests', {
    tags: 'recovery-codes.login',
  }, async () => {
    const ann = await aMemberWithPassword()
    const [first = '', second = ''] = await createCodes(ann)
    const opened = await useCode(ann, ` ${first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`)
    expect(opened).toMatchObject({ status: 200, body: { userName: ann.userName, recovered: true } })
    expect(opened.body).not.toHaveProperty('passkey')
    expect(await useCode(ann, first)).toMatchObject(REJECTED)
    const responses = await Promise.all(Array.from({ length: 10 }, () => useCode(ann, second)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
    expect(await readProtection(ann)).toMatchObject({ codesLeft: 8 })
  })

  test('become invalid when new ones are created', { tags: 'recovery-codes.create' }, async () => {
    const ann = await aMemberWithPassword()
    const [former = ''] = await createCodes(ann)
    const [current = ''] = await createCodes(ann)
    expect(await useCode(ann, former)).toMatchObject(REJECTED)
    expect((await useCode(ann, current)).status).toBe(200)
  })

  test('of another member have the same response and statements as unknown codes and unknown addresses', {
    tags: 'recovery-codes.login',
  }, async () => {
    const [ann, bea] = [await aMemberWithPassword(), await aMemberWithPassword()]
    const [annsCode = ''] = await createCodes(ann)
    const record = (email: string, code: string) =>
      recordStatements(async () => expect(await useCode({ email }, code)).toMatchObject(REJECTED))
    const statements = await record(bea.email, annsCode)
    expect(await record(ann.email, UNKNOWN_CODE)).toEqual(statements)
    expect(await record(anEmailAddress(), annsCode)).toEqual(statements)
    for (const code of ['', '-', 'x'.repeat(101), null])
      expect((await visitor.post('/sessions/recovery', { email: ann.email, code })).status).toBe(400)
    expect((await useCode(ann, annsCode)).status).toBe(200)
  })

  test('have the error of a password login for an account that is being deleted', async () => {
    const ann = await aMemberWithPassword()
    const [code = ''] = await createCodes(ann)
    const deletedAt = ctx.now().toISOString()
    await ctx.db.updateTable('members').set({ deletedAt }).where('id', '=', ann.id).execute()
    expect(await useCode(ann, code)).toMatchObject({ status: 403, body: { code: 'DELETED_STATE' } })
  })

  test('let the member add a passkey and delete the account without the password', async () => {
    const { member, codes } = await aPasskeyOnlyMember()
    const { body } = await useCode(member, codes[0] ?? '')
    const headers = { authorization: `Bearer ${body.sessionId}` }
    const { body: creation } = await visitor.post<PasskeyCreation>('/passkeys/options', {}, headers)
    const passkey = aPasskey(ORIGIN).create('Ny telefon', creation)
    expect((await visitor.post('/passkeys', passkey, headers)).status).toBe(201)
    expect((await visitor.post('/members/delete', {}, headers)).status).toBe(204)
  })
})

describe('a member who logs in only with passkeys', () => {
  test('needs a passkey and recovery codes', { tags: 'recovery-codes.passkey-only' }, async () => {
    const ann = await aMemberWithPassword()
    const rejection = { status: 400, body: { fields: [{ path: 'passkeyOnly' }] } }
    await addPasskey(ann)
    expect(await setPasskeyOnly(ann, true)).toMatchObject(rejection)
    const bea = await aMemberWithPassword()
    await createCodes(bea)
    expect(await setPasskeyOnly(bea, true)).toMatchObject(rejection)
    expect(await readProtection(bea)).toMatchObject({ passkeyOnly: false })
  })

  test('gets the response of a wrong password for the right one', {
    tags: 'recovery-codes.passkey-only',
  }, async () => {
    const { member, passkey, codes } = await aPasskeyOnlyMember()
    const other = await aMemberWithPassword()
    const rejection = await logIn(member)
    const wrongPassword = await logIn(other, 'fel lösenord')
    expect([rejection.status, rejection.body]).toEqual([wrongPassword.status, wrongPassword.body])
    const record = (of: TestMember, password: string) => recordStatements(() => logIn(of, password))
    expect(await record(member, PASSWORD)).toEqual(await record(other, 'fel lösenord'))
    expect((await logInWithPasskey(passkey)).status).toBe(200)
    expect((await useCode(member, codes[0] ?? '')).status).toBe(200)
    expect(await readProtection(member)).toMatchObject({ passkeyOnly: true, codesLeft: 9 })
  })

  test('confirms sensitive requests with a passkey instead of the password', {
    tags: 'recovery-codes.proof',
  }, async () => {
    const { member } = await aPasskeyOnlyMember()
    const requests: [string, object][] = [
      ['/members/export', {}],
      ['/members/email', { email: anEmailAddress() }],
      ['/passkeys/codes', {}],
      ['/members/password', { newPassword: NEW_PASSWORD }],
      ['/passkeys/only', { passkeyOnly: false }],
      ['/members/delete', {}],
    ]
    for (const [path, body] of requests)
      expect(await as(member).post(path, { ...body, password: PASSWORD })).toMatchObject({
        status: 401,
        body: { code: 'PASSKEY_REQUIRED' },
      })
    const fresh = await withFreshSession(member)
    for (const [path, body] of requests) expect((await as(fresh).post(path, body)).status).toBeLessThan(300)
  })

  test('can log in with the password again after deleting the last passkey', {
    tags: 'recovery-codes.last-passkey',
  }, async () => {
    const { member, passkey } = await aPasskeyOnlyMember()
    const second = await withFreshSession(member)
    expect((await as(second).post(`/passkeys/${passkey.id}/delete`, {})).status).toBe(204)
    expect(await readProtection(second)).toMatchObject({ passkeyOnly: false })
    expect((await logIn(member)).status).toBe(200)
  })
})

describe('a new password of a member who logs in only with passkeys', () => {
  const resetPassword = async (member: TestMember) =>
    visitor.post(`/members/reset-pwd/${await aMailedToken(ctx.db, 'PASSWORD_RESET', member.email)}`, NEW_PASSWORD)

  test('is valid after 72 hours, and its first login revokes earlier sessions', {
    tags: 'recovery-codes.wait',
  }, async () => {
    const { member } = await aPasskeyOnlyMember()
    const response = await resetPassword(member)
    expect(response).toMatchObject({ status: 200, body: expect.stringContaining('72 timmar') })
    expect(await listPushes(ctx.db)).toContainEqual({ to: [member.accountId], push: { type: 'passkeys:changed' } })
    const { newPasswordFrom } = await readProtection(member)
    expect(newPasswordFrom).toEqual(expect.any(String))
    expect((await as(member).get<Session>('/sessions/verify')).body).toMatchObject({ newPasswordFrom })
    expect(await logIn(member, NEW_PASSWORD)).toMatchObject(REJECTED)
    nowOffsetMs = 72 * HOUR_MS + 60_000
    expect(await logIn(member)).toMatchObject(REJECTED)
    const responses = await Promise.all(Array.from({ length: 5 }, () => logIn(member, NEW_PASSWORD)))
    expect(responses.some(({ status }) => status === 200)).toBe(true)
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    expect((await logIn(member, NEW_PASSWORD)).status).toBe(200)
    expect((await as(member).get('/sessions')).status).toBe(401)
    nowOffsetMs = 0
  })

  test('can be canceled in any session, even after it has become valid', { tags: 'recovery-codes.wait' }, async () => {
    const { member, passkey } = await aPasskeyOnlyMember()
    await resetPassword(member)
    const other = { ...member, sessionId: await aSession(ctx.db, member.accountId) }
    nowOffsetMs = 73 * HOUR_MS
    expect((await as(other).post('/passkeys/new-password/cancel')).status).toBe(204)
    expect(await readProtection(member)).toMatchObject({ passkeyOnly: true, newPasswordFrom: null })
    expect(await logIn(member, NEW_PASSWORD)).toMatchObject(REJECTED)
    expect((await logInWithPasskey(passkey)).status).toBe(200)
    nowOffsetMs = 0
  })
})

test('wrong codes count against the limit of wrong passwords of the account', {
  tags: 'recovery-codes.limit',
}, async () => {
  const limited = await setUpTestGateway({ settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) } })
  const ann = await aMember(limited.ctx.db, { passwordHash })
  const guess = () => useCode(ann, UNKNOWN_CODE, limited.visitor)
  const { max } = RATES.wrongLoginsPerEmail
  const statuses = (await Promise.all(Array.from({ length: max + 2 }, guess))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(max).fill(401), 429, 429])
  const login = { email: ann.email, password: PASSWORD }
  expect((await limited.visitor.post('/members/login', login)).status).toBe(429)
})
