import type { AgeCheck, AgeCheckBegun } from '@app/contract/safety/age-checks'
import { testConfig } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { CLIENT, TestOidcServer, visitProvider } from '@app/server/testing/oidc-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestGateway, listOperations, setUpTestGateway } from '../testing.ts'

const provider = await new TestOidcServer().start()
afterAll(() => provider.close())
const AGE_SETTINGS = { AGE_ISSUER: provider.issuer, AGE_CLIENT_ID: CLIENT.id, AGE_CLIENT_SECRET: CLIENT.secret }
let elapsedMs = 0
const startMs = Date.now()
const { ctx, as, visitor } = await setUpTestGateway({
  settings: { ...AGE_SETTINGS, AGE_ASSURANCE: 'optional' },
  now: () => new Date(startMs + elapsedMs),
})

beforeEach(() => {
  provider.behave()
  provider.requests.length = 0
})

const begin = async (member: TestMember) => (await as(member).post<AgeCheckBegun>('/age-check')).body.url
const finish = (member: TestMember, query: string) => as(member).post<AgeCheck>('/age-check/finish', { query })
const listResults = ({ id }: TestMember) =>
  ctx.db.selectFrom('age_checks').selectAll().where('memberId', '=', id).execute()
const FAILED = { status: 400, body: { code: 'AGE_CHECK_FAILED' } }

test('stores the result of the provider, its name, the time and the member, and nothing else', {
  tags: 'age-checks.pass',
}, async () => {
  const ann = await aMember(ctx.db)
  const at = ctx.now().toISOString()
  expect((await as(ann).get('/age-check')).body).toEqual({ result: null, at: null })
  const { status, body } = await finish(ann, await visitProvider(await begin(ann)))
  expect({ status, body }).toEqual({ status: 200, body: { result: 'PASS', at } })
  expect(await listResults(ann)).toEqual([
    { memberId: ann.id, result: 'PASS', provider: new URL(provider.issuer).host, at },
  ])
  expect((await as(ann).get('/age-check')).body).toEqual({ result: 'PASS', at })
  expect(await ctx.db.selectFrom('age_check_requests').selectAll().execute()).toEqual([])
})

test('stores a failed check, which a passed one replaces; a passed one stays', {
  tags: 'age-checks.fail',
}, async () => {
  const ann = await aMember(ctx.db)
  provider.behave({ claims: { age_over_18: false } })
  const failing = await visitProvider(await begin(ann))
  expect((await finish(ann, failing)).body).toMatchObject({ result: 'FAIL' })
  provider.behave()
  expect((await finish(ann, await visitProvider(await begin(ann)))).body).toMatchObject({ result: 'PASS' })
  expect(await as(ann).post('/age-check')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect(await listResults(ann)).toMatchObject([{ result: 'PASS' }])
  const bo = await aMember(ctx.db)
  provider.behave({ claims: { age_over_18: false } })
  const late = await visitProvider(await begin(bo))
  const passed = { memberId: bo.id, result: 'PASS', provider: 'test', at: ctx.now().toISOString() } as const
  await ctx.db.insertInto('age_checks').values(passed).execute()
  expect((await finish(bo, late)).body).toMatchObject({ result: 'PASS' })
  expect(await listResults(bo)).toEqual([passed])
})

describe('a callback stores nothing', { tags: 'age-checks.callback' }, () => {
  test('when it is repeated, even ten times concurrently, and returns the check that has passed', async () => {
    const ann = await aMember(ctx.db)
    const query = await visitProvider(await begin(ann))
    const responses = await Promise.all(Array.from({ length: 10 }, () => finish(ann, query)))
    expect(responses.map(({ status }) => status)).toContain(200)
    expect(provider.requests.filter((request) => request === 'POST /token')).toHaveLength(1)
    const stored = await listResults(ann)
    expect(stored).toHaveLength(1)
    elapsedMs += 60_000
    expect(await finish(ann, query)).toMatchObject({ status: 200, body: { result: 'PASS', at: stored[0]?.at } })
    expect(await listResults(ann)).toEqual(stored)
  })

  test('when it is repeated after a check that has failed', async () => {
    const ann = await aMember(ctx.db)
    provider.behave({ claims: { age_over_18: false } })
    const query = await visitProvider(await begin(ann))
    expect((await finish(ann, query)).body).toMatchObject({ result: 'FAIL' })
    const stored = await listResults(ann)
    elapsedMs += 60_000
    expect(await finish(ann, query)).toMatchObject(FAILED)
    expect(await listResults(ann)).toEqual(stored)
  })

  test("when it belongs to another member's check, which stays usable", async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const query = await visitProvider(await begin(ann))
    await begin(bo)
    expect(await finish(bo, query)).toMatchObject(FAILED)
    expect(await listResults(bo)).toEqual([])
    expect((await finish(ann, query)).body).toMatchObject({ result: 'PASS' })
  })

  test.each<[string, (query: URLSearchParams, other: URLSearchParams) => void]>([
    ['the state is altered', (query) => query.set('state', `${query.get('state')}x`)],
    ['the state is missing', (query) => query.delete('state')],
    ['the code is altered', (query) => query.set('code', 'guessed')],
    ['the code is missing', (query) => query.delete('code')],
    ["the code is another member's", (query, other) => query.set('code', other.get('code') ?? '')],
    ['the provider reports an error', (query) => query.set('error', 'access_denied')],
    ['the state is repeated', (query) => query.append('state', 'another')],
  ])('when %s', async (_, change) => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const [query, other] = [
      new URLSearchParams(await visitProvider(await begin(ann))),
      new URLSearchParams(await visitProvider(await begin(bo))),
    ]
    change(query, other)
    expect(await finish(ann, query.toString())).toMatchObject(FAILED)
    expect(await listResults(ann)).toEqual([])
  })

  test('when it comes too late, or after the member has begun again', async () => {
    const ann = await aMember(ctx.db)
    const late = await visitProvider(await begin(ann))
    elapsedMs += 15 * 60 * 1_000
    expect(await finish(ann, late)).toMatchObject(FAILED)
    const earlier = await visitProvider(await begin(ann))
    await begin(ann)
    expect(await finish(ann, earlier)).toMatchObject(FAILED)
    expect(await listResults(ann)).toEqual([])
  })

  test.each([
    ['signed with a key that is not published', { foreignKey: true }],
    ['with the nonce of another check', { claims: { age_over_18: true, nonce: 'another' } }],
    ['for another client', { claims: { age_over_18: true, aud: 'another' } }],
    ['of another issuer', { claims: { age_over_18: true, iss: 'https://other.example' } }],
    ['that has expired', { claims: { age_over_18: true, exp: 1_000 } }],
    ['without the claim', { claims: {} }],
    ['with another kind of claim', { claims: { age_over_18: 'true' } }],
  ])('when the ID token is one %s', async (_, behavior) => {
    const ann = await aMember(ctx.db)
    provider.behave(behavior)
    expect(await finish(ann, await visitProvider(await begin(ann)))).toMatchObject(FAILED)
    expect(await listResults(ann)).toEqual([])
  })
})

test.each(['error', 'redirect', 'flood'] as const)(
  'stores nothing and follows no redirect if the response with the token is: %s',
  { tags: 'age-checks.outage' },
  async (respond) => {
    const ann = await aMember(ctx.db)
    const query = await visitProvider(await begin(ann))
    provider.behave({ respond })
    const { status } = await finish(ann, query)
    expect(status).toBe(respond === 'redirect' ? 400 : 503)
    expect(provider.requests).not.toContain('POST /elsewhere')
    expect(await listResults(ann)).toEqual([])
    provider.behave()
    expect((await finish(ann, await visitProvider(await begin(ann)))).body).toMatchObject({ result: 'PASS' })
  },
)

test('responds 503 while the provider is unreachable, and begins a check once it is back', {
  tags: 'age-checks.outage',
}, async () => {
  const ann = await aMember(ctx.db)
  const later = new TestOidcServer()
  await later.start()
  const { issuer } = later
  await later.close()
  const gateway = await createTestGateway({
    ...ctx,
    config: testConfig(ctx.config.databaseUrl, { ...AGE_SETTINGS, AGE_ISSUER: issuer, AGE_ASSURANCE: 'optional' }),
  })
  expect(await gateway.as(ann).post('/age-check')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  await later.start(Number(new URL(issuer).port))
  expect((await gateway.as(ann).post('/age-check')).status).toBe(200)
  await later.close()
  await gateway.app.close()
})

test('a gateway without a provider has no routes for age checks', { tags: 'age-checks.off' }, async () => {
  const gateway = await createTestGateway({ ...ctx, config: testConfig(ctx.config.databaseUrl, {}) })
  const ann = await aMember(ctx.db)
  expect(listOperations(gateway.app).filter((operation) => operation.includes('age-check'))).toEqual([])
  for (const response of [
    await gateway.as(ann).get('/age-check'),
    await gateway.as(ann).post('/age-check'),
    await gateway.as(ann).post('/age-check/finish', { query: 'state=x' }),
  ])
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect((await gateway.visitor.get('/app-config')).body).toMatchObject({ ageAssurance: null })
  await gateway.app.close()
})

test('the client receives the mode of the age check with its settings', { tags: 'age-checks.off' }, async () => {
  expect((await visitor.get('/app-config')).body).toMatchObject({ ageAssurance: 'optional' })
})
