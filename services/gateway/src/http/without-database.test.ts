import { createContext } from '@app/server/context'
import { aMember, testConfig } from '@app/server/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { gatewayOfThisFile, testGateway } from '../testing.ts'

const hanging = await gatewayOfThisFile()
const { ctx } = hanging
const ann = await aMember(ctx.db)
const away = createContext(testConfig('postgres://nobody@127.0.0.1:1/none'), { service: 'test', connections: 2 })
const { app, as, visitor } = await testGateway(away)
afterAll(async () => {
  await app.close()
  await away.close()
})

test('while the database is away every call says so, and when to come back', async () => {
  const answers = [
    await as(ann).get('/sessions/verify'),
    await visitor.post('/members/login', { email: 'a@b.se', password: 'gul kanot 7' }),
    await visitor.post('/members/register2/email', { email: 'a@b.se' }),
    await visitor.post('/members/send-pwd-reset/a@b.se'),
  ]
  for (const { status, body, headers } of answers) {
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await visitor.get('/app-config')).status).toBe(200)
})

test('a database that hangs is given up', async () => {
  await ctx.db.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx)
    expect(await hanging.as(ann).get('/sessions/verify')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  })
  expect((await hanging.as(ann).get('/sessions/verify')).status).toBe(200)
})

test('the process lives on, and says that it is not ready', async () => {
  expect((await app.inject({ url: '/health' })).statusCode).toBe(200)
  const ready = await app.inject({ url: '/ready' })
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toMatchObject({ needs: { database: false } })
})
