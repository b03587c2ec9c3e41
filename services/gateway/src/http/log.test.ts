import { createHash, randomUUID } from 'node:crypto'
import { RATES } from '@app/contract/limits'
import { createLog } from '@app/server/process/log'
import { aGroup } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { describe, expect, test, vi } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { aForm } from '../events/testing.ts'
import { createTestGateway, setUpTestGateway } from '../testing.ts'

/** The numbers of log levels in the log's lines. */
const WARN_LEVEL = 40
const ERROR_LEVEL = 50

const { ctx } = await setUpTestGateway({ settings: { REDIS_URL: ownRedisUrl(import.meta.url) } })
const lines: string[] = []
const log = createLog({ level: 'trace', service: 'test' }, { write: (line) => void lines.push(line) })

test('the log identifies requests, but no person', async () => {
  const { app, as, visitor, tokenOf } = await createTestGateway({ ...ctx, log })
  const password = 'Hemlig-kanot-7'
  const email = 'astrid.hemlig@example.test'
  const ann = await aMember(ctx.db, { email, userName: 'Astrid Hemlig', passwordHash: await aPasswordHash(password) })
  const token = await aMailedToken(ctx.db, 'REGISTRATION', 'new.hemlig@example.test')
  const resetToken = await aMailedToken(ctx.db, 'PASSWORD_RESET', email)
  const registrationFields = { password, person1: { sex: 'MALE', year: 1980 }, cities: ['Lund'] }

  await visitor.post('/members/login', { email, password })
  await visitor.post('/members/login', { email, password: `${password}x` })
  await visitor.post('/members/register2/email', { email })
  await visitor.post('/members/register2/complete', { ...registrationFields, token, userName: 'Astrid Hemlig' })
  await visitor.post('/members/register2/complete', { ...registrationFields, token, userName: 'Ny Hemlig' })
  await visitor.post(`/members/send-pwd-reset/${encodeURIComponent(email)}`)
  await visitor.post(`/members/reset-pwd/${token}`, password)
  await as(ann).get('/members/username/Astrid%20Hemlig')
  await as(ann).get('/profiles/search-user-encrypted/hemlig')
  await as(ann).get('/sessions/verify')
  const bo = await aMember(ctx.db, { userName: 'Bo Hemlig', passwordHash: await aPasswordHash(password) })
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const message = { message: 'hemligt inlägg', clientId: randomUUID() }
  const responses = [
    await as(ann).post('/members', { profile: { description: 'hemlig text' } }),
    await as(ann).post('/profiles/Bo%20Hemlig/notes', { notes: 'hemlig lapp' }),
    await as(ann).post('/profiles/visits/kiss/Bo%20Hemlig'),
    await as(ann).get('/profiles/visits/Bo%20Hemlig'),
    await as(ann).post('/groups/invites', { groupId, recipientName: 'Bo Hemlig', message: 'hemlig fråga' }),
    await as(ann).get('/groups/owned?exclude=Bo%20Hemlig'),
    await as(ann).post(`/groups/${groupId}/messages`, message),
    await as(ann).post('/events/public/', aForm({ title: 'Hemlig fest', place: 'hemlig ort' })),
    await visitor.post(`/members/reset-pwd/${resetToken}`, `${password}-ny`),
    await as(bo).post('/members/delete', { password }),
  ]
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => expect.toBeOneOf([200, 201, 204])))
  const undeleteToken = await aMailedToken(ctx.db, 'DELETION', bo.email)
  await visitor.post(`/members/undelete/${undeleteToken}`)
  await app.inject({ url: `/media/export/${'h'.repeat(22)}?v=${ann.id}&e=1&s=hemlig` })
  const feed = await as(await aMember(ctx.db)).post<{ url: string }>('/events/calendar')
  const calendarToken = /calendar\/(.+)\.ics/.exec(feed.body.url)?.[1] ?? ''
  for (const file of [`${calendarToken}.ics`, calendarToken, `x${calendarToken}.ics`])
    await visitor.get(`/calendar/${file}`)
  const unsubscribeToken = `${'Hx0_-'.repeat(8)}abcc`
  await visitor.post(`/unsubscribe/${unsubscribeToken}`)
  await visitor.get(`/unsubscribe/${unsubscribeToken}`)
  await app.inject({ url: `/unsubscribe/token/${unsubscribeToken}` })
  await app.inject({ url: `/registration/token/${token}` })
  await app.inject({ url: `/registration/mail/${email}?token=${token}` })
  await app.inject({ url: `/api/v2/nope/${token}/${encodeURIComponent(email)}` })

  const text = lines.join('')
  expect(lines.length).toBeGreaterThan(10)
  expect(text).toContain('/api/v2/members/login')
  const secrets = [
    email,
    encodeURIComponent(email),
    'hemlig',
    'Hemlig',
    password,
    token,
    resetToken,
    undeleteToken,
    calendarToken,
    unsubscribeToken,
    tokenOf(ann),
    bo.email,
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('the log masks all parts of an unknown path that are not words of a route', async () => {
  const { app } = await createTestGateway({ ...ctx, log })
  lines.splice(0)
  await app.inject({ url: '/api/v2/members/astrid/kanot-7?name=astrid' })
  await app.inject({ method: 'POST', url: '/astrid' })
  expect(lines.map((line) => JSON.parse(line).req?.path).filter(Boolean)).toEqual(['/api/v2/members/*/*', '/*'])
})

test('a failure is logged with the request id of its response, without the affected rows', {
  tags: 'http.failure-log',
}, async () => {
  const databaseError = Object.assign(new Error('duplicate key value violates unique constraint'), {
    detail: 'Key (email)=(astrid.hemlig@example.test) already exists.',
    command: { name: 'publish', args: ['Hemligt meddelande'] },
  })
  const pool = { query: vi.fn().mockRejectedValue(databaseError) }
  const { as } = await createTestGateway({ ...ctx, log, pool: pool as never })
  const ann = await aMember(ctx.db)
  lines.splice(0)
  const { status, body, headers } = await as(ann).get('/sessions/verify')
  expect({ status, body }).toEqual({ status: 500, body: { code: 'UNKNOWN', message: 'Okänt fel.' } })
  const failure = lines.map((line) => JSON.parse(line)).find(({ level }) => level === ERROR_LEVEL)
  expect(failure).toMatchObject({ reqId: headers['x-request-id'], err: { message: databaseError.message } })
  expect(lines.join('')).not.toMatch(/hemlig/i)
})

describe('a wrong password', () => {
  const password = 'gul kanot 7'
  type Line = { level: number; msg: string; address?: string; account?: string; from?: string }
  const listFailures = (): Line[] =>
    lines.map((line): Line => JSON.parse(line)).filter(({ account }) => account !== undefined)

  test('is logged with the IP address and a hash of the account, whether it exists or not', async () => {
    const { visitorAt } = await createTestGateway({ ...ctx, log })
    const { email } = await aMember(ctx.db, { passwordHash: await aPasswordHash(password) })
    type Attempt = { address: string; email: string; password?: string; cookie?: string }
    const login = ({ address, cookie, ...credentials }: Attempt) =>
      visitorAt(address).post('/members/login', { password: 'fel lösenord', ...credentials }, cookie ? { cookie } : {})
    lines.splice(0)
    const { headers } = await login({ address: '192.0.2.1', email, password })
    expect(listFailures()).toEqual([])
    await login({ address: '192.0.2.1', email })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    await login({ address: '2001:db8::7', email: ` ${email.toUpperCase()}`, cookie })
    await login({ address: '192.0.2.1', email: 'nobody@example.test' })
    const [first, second, unknown] = listFailures()
    expect([first, second, unknown]).toMatchObject([
      {
        level: WARN_LEVEL,
        msg: 'a wrong password was entered',
        address: '192.0.2.1',
        account: first?.account,
        from: 'BROWSER',
      },
      {
        level: WARN_LEVEL,
        msg: 'a wrong password was entered',
        address: '2001:db8::7',
        account: first?.account,
        from: 'KNOWN_BROWSER',
      },
      { level: WARN_LEVEL, msg: 'a wrong password was entered', address: '192.0.2.1', from: 'BROWSER' },
    ])
    expect(first?.account).toMatch(/^[0-9a-f]{16}$/)
    expect(unknown?.account).not.toBe(first?.account)
    expect(createHash('sha256').update(email).digest('hex')).not.toContain(first?.account)
  })

  test('is also logged within a session, and when the limit rejects the attempt', async () => {
    const { app, as } = await createTestGateway({ ...ctx, log, config: { ...ctx.config, rateLimits: true } })
    const ann = await aMember(ctx.db, { passwordHash: await aPasswordHash(password) })
    lines.splice(0)
    for (let attempt = 0; attempt <= RATES.wrongPasswordsPerSession.max; attempt += 1)
      await as(ann).post('/members/export', { password: 'fel lösenord' })
    await app.close()
    expect(listFailures().map(({ msg }) => msg)).toEqual([
      ...Array(RATES.wrongPasswordsPerSession.max).fill('a wrong password was entered'),
      'a password was rejected after too many wrong ones',
    ])
    expect(lines.join('')).not.toContain(ann.email)
  })
})
