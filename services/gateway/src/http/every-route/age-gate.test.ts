import { testConfig } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { beforeAll, describe, expect, test } from 'vitest'
import { aMailedToken, anEmailAddress } from '../../accounts/testing.ts'
import { type Caller, createTestGateway, listOperations, setUpTestGateway } from '../../testing.ts'

const SETTINGS = { AGE_ASSURANCE: 'required', AGE_ISSUER: 'http://127.0.0.1:9', AGE_CLIENT_ID: 'client' }
const { app, ctx, as, visitor } = await setUpTestGateway({ settings: SETTINGS })

/** The routes that members may use before they pass the age check. */
const BEFORE_CHECK = [
  'GET /age-check',
  'POST /age-check',
  'POST /age-check/finish',
  'GET /sessions',
  'GET /sessions/verify',
  'POST /sessions/{id}/end',
  'POST /sessions/logout',
  'POST /sessions/logout-everywhere',
  'POST /members/delete',
  'GET /members/export',
  'POST /members/export',
  'GET /decisions',
  'GET /decisions/{id}/picture',
  'POST /decisions/{id}/appeal',
  'POST /decisions/{id}/read',
]

let [unchecked, failed, passed, admin]: TestMember[] = []
const recordCheck = (memberId: string, result: 'PASS' | 'FAIL') =>
  ctx.db.insertInto('age_checks').values({ memberId, result, provider: 'test', at: ctx.now().toISOString() }).execute()
beforeAll(async () => {
  unchecked = await aMember(ctx.db, { language: 'ENGLISH' })
  failed = await aMember(ctx.db)
  passed = await aMember(ctx.db)
  admin = await aMember(ctx.db, { level: 'ADMIN' })
  await recordCheck(failed.id, 'FAIL')
  await recordCheck(passed.id, 'PASS')
})

const send = (caller: Caller, operation: string) => {
  const [method, path = ''] = operation.split(' ')
  const url = path.replaceAll(/\{\w+\}/g, '1')
  return method === 'GET' ? caller.get<{ code?: string }>(url) : caller.post<{ code?: string }>(url)
}
function call(member: TestMember | undefined, operation: string) {
  if (!member) throw new Error('the member does not exist')
  return send(as(member), operation)
}

/** The routes that require a session. */
const operations: string[] = []
for (const operation of listOperations(app))
  if ((await send(visitor, operation)).body?.code === 'PLEASE_LOGIN') operations.push(operation)

test('the table of routes before the age check contains only existing routes that require a session', () => {
  expect(operations.length).toBeGreaterThan(150)
  expect(operations).toEqual(expect.arrayContaining(BEFORE_CHECK))
})

describe.each(operations.filter((operation) => !BEFORE_CHECK.includes(operation)))('%s', (operation) => {
  test('is closed to members without a passed check, and open to others', { tags: 'age-checks.gate' }, async () => {
    for (const member of [unchecked, failed])
      expect(await call(member, operation)).toMatchObject({ status: 403, body: { code: 'AGE_CHECK_REQUIRED' } })
    for (const member of [passed, admin])
      expect((await call(member, operation)).body?.code).not.toBe('AGE_CHECK_REQUIRED')
  })
})

test.each(BEFORE_CHECK)('%s is open before the check', { tags: 'age-checks.gate' }, async (operation) => {
  // A member of its own, because some of these requests end the session.
  const { status, body } = await call(await aMember(ctx.db), operation)
  expect(status).not.toBe(401)
  expect(body?.code).not.toBe('AGE_CHECK_REQUIRED')
})

test("the error is in the member's language, and the session says that the check is needed", {
  tags: 'age-checks.session',
}, async () => {
  expect((await call(unchecked, 'GET /chats')).body).toMatchObject({
    message: expect.stringMatching(/confirm your age/),
  })
  for (const [member, expected] of [
    [unchecked, true],
    [failed, true],
    [passed, undefined],
    [admin, undefined],
  ] as const)
    expect(((await call(member, 'GET /sessions/verify')).body as { ageCheckNeeded?: boolean }).ageCheckNeeded).toBe(
      expected,
    )
})

test('the check adds no statement to a request, and no statement reads results of checks while it is off', {
  tags: 'age-checks.statements',
}, async () => {
  const gateway = await createTestGateway({ ...ctx, config: testConfig(ctx.config.databaseUrl, {}) })
  const recordRequest = (caller: Caller) => recordStatements(() => send(caller, 'GET /chats/count'))
  if (!passed) throw new Error('the member does not exist')
  await send(gateway.as(passed), 'GET /chats/count')
  const [off, required] = [await recordRequest(gateway.as(passed)), await recordRequest(as(passed))]
  expect(required).toHaveLength(off.length)
  expect(off.join()).not.toContain('age_check')
  expect(required.filter((text) => text.includes('age_checks'))).toHaveLength(1)
  await gateway.app.close()
})

test('a registration and a login with the password say that the check is needed, until it is passed', {
  tags: 'age-checks.session',
}, async () => {
  const password = 'gul kanot 7'
  const email = anEmailAddress()
  type Answer = { sessionId: string; ageCheckNeeded?: boolean }
  const registered = await visitor.post<Answer>('/members/register2/complete', {
    ...{
      userName: 'Ny och osedd',
      password,
      person1: { sex: 'FEMALE', year: 1990 },
      cities: ['Göteborg'],
      language: 1,
    },
    token: await aMailedToken(ctx.db, 'REGISTRATION', email),
  })
  expect(registered).toMatchObject({ status: 201, body: { ageCheckNeeded: true } })
  const logIn = () => visitor.post<Answer>('/members/login', { email, password })
  expect(await logIn()).toMatchObject({ status: 200, body: { ageCheckNeeded: true } })
  const { id } = await ctx.db
    .selectFrom('members')
    .select('id')
    .where('emailKey', '=', email.toLowerCase())
    .executeTakeFirstOrThrow()
  await recordCheck(id, 'PASS')
  expect((await logIn()).body).not.toHaveProperty('ageCheckNeeded')
})

test('visitors can still load the settings of the client', async () => {
  expect((await visitor.get('/app-config')).body).toMatchObject({ ageAssurance: 'required' })
})
