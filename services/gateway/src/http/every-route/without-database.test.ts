import { createContext } from '@app/server/context'
import { afterTest, testConfig } from '@app/server/testing/context'
import { aFaultyProxy } from '@app/server/testing/faulty-proxy'
import { aMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aMailedToken } from '../../accounts/testing.ts'
import { createGatewayContext } from '../../context.ts'
import { createTestGateway, setUpTestGateway, type TestResponse } from '../../testing.ts'

const gatewayWithHangingDatabase = await setUpTestGateway()
const { ctx } = gatewayWithHangingDatabase
const ann = await aMember(ctx.db)
const unavailableContext = createContext(testConfig('postgres://nobody@127.0.0.1:1/none'), {
  service: 'test',
  connections: 2,
})
const { app, as, visitor } = await createTestGateway(unavailableContext)
afterAll(async () => {
  await app.close()
  await unavailableContext.close()
})

function expectOutage({ status, body, headers }: TestResponse<unknown>): void {
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}

test('while the database is unavailable, requests that need it respond 503 with a time to retry, and others succeed', {
  tags: 'http.database-unavailable',
}, async () => {
  const responses = [
    await as(ann).get('/sessions/verify'),
    await visitor.post('/members/login', { email: 'a@b.se', password: 'gul kanot 7' }),
    await visitor.post('/members/register2/email', { email: 'a@b.se' }),
    await visitor.post('/members/send-pwd-reset/a@b.se'),
  ]
  for (const response of responses) expectOutage(response)
  expect((await visitor.get('/app-config')).status).toBe(200)
})

test('a statement that the database does not complete times out', async () => {
  await ctx.db.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx)
    expect(await gatewayWithHangingDatabase.as(ann).get('/sessions/verify')).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    })
  })
  expect((await gatewayWithHangingDatabase.as(ann).get('/sessions/verify')).status).toBe(200)
})

test('requests time out when the database stops responding, and succeed as soon as it responds again', {
  timeout: 9_000,
}, async () => {
  const proxy = await aFaultyProxy(ctx.config.databaseUrl)
  const contextBehindProxy = createGatewayContext({ ...ctx.config, databaseUrl: proxy.url })
  const gateway = await createTestGateway(contextBehindProxy)
  afterTest(async () => {
    await gateway.app.close()
    await contextBehindProxy.close()
  })
  const password = 'gul kanot 7'
  const bo = await aMember(ctx.db, { passwordHash: await aPasswordHash(password) })
  const email = 'silent@example.test'
  const person1 = { sex: 'FEMALE', year: 1990 }
  const registrationToken = await aMailedToken(ctx.db, 'REGISTRATION', email)
  const resetToken = await aMailedToken(ctx.db, 'PASSWORD_RESET', (await aMember(ctx.db)).email)
  const { as, visitor } = gateway
  const sendRequests = () =>
    Promise.all([
      as(ann).get('/sessions/verify'),
      as(ann).post('/members/last-active'),
      visitor.post('/members/login', { email: bo.email, password }),
      visitor.post('/members/register2/email', { email: 'other@example.test' }),
      visitor.post('/members/register2/complete', {
        token: registrationToken,
        userName: 'Ny',
        password,
        person1,
        cities: ['Lund'],
      }),
      visitor.post(`/members/send-pwd-reset/${email}`),
      visitor.post(`/members/reset-pwd/${resetToken}`, 'en helt ny båt'),
    ])
  // Opens a connection for each concurrent first statement, so that it is sent but gets no response. The two sessions
  // are looked up by one statement.
  const connections = await Promise.all(Array.from({ length: 6 }, () => contextBehindProxy.pool.connect()))
  for (const connection of connections) connection.release()
  proxy.silence()
  for (const response of await sendRequests()) expectOutage(response)
  proxy.heal()
  expect((await sendRequests()).map(({ status }) => status)).toEqual([200, 204, 200, 200, 201, 204, 200])
})

test('the gateway stays alive without a database, and reports that it is not ready', async () => {
  expect((await app.inject({ url: '/health' })).statusCode).toBe(200)
  const ready = await app.inject({ url: '/ready' })
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toMatchObject({ needs: { database: false } })
})
