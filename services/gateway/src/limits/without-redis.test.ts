import { once } from 'node:events'
import { createServer } from 'node:net'
import { createContext, type OwnedCtx } from '@app/server/context'
import { createLog } from '@app/server/process/log'
import { createRedis } from '@app/server/redis/connections'
import { listJobs, testConfig, testDatabase } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { aMailedToken, anEmailAddress } from '../accounts/testing.ts'
import { createTestGateway, type TestGateway } from '../testing.ts'

const passwordHash = await aPasswordHash('gul kanot 7')

/** Accepts connections and never responds. */
const silentServer = createServer()
silentServer.listen(0, '127.0.0.1')
await once(silentServer, 'listening')
const address = silentServer.address()
const silentPort = address && typeof address === 'object' ? address.port : 0
afterAll(() => void silentServer.close())

/** Creates a Redis user whose writes fail, as at a replica or a full Redis, and returns the URL with this user. */
async function createReadOnlyUser(): Promise<string> {
  const url = new URL(inject('testInfra').redisUrl)
  const redis = createRedis(url.toString())
  await redis.connect()
  await redis.call('ACL', 'SETUSER', 'reader', 'on', '>pass', '~*', '&*', '+@all', '-@write')
  redis.disconnect()
  return Object.assign(url, { username: 'reader', password: 'pass' }).toString()
}

describe.each([
  ['unreachable', 'redis://127.0.0.1:1'],
  ['hung', `redis://127.0.0.1:${silentPort}`],
  ['rejecting writes', await createReadOnlyUser()],
])('with Redis %s', (_, redisUrl) => {
  let ctx: OwnedCtx
  let gateway: TestGateway
  let dropDatabase: () => Promise<void>
  const lines: string[] = []
  beforeAll(async () => {
    const database = await testDatabase()
    dropDatabase = database.drop
    const config = testConfig(database.url, { REDIS_URL: redisUrl, RATE_LIMITS: 'on' })
    const log = createLog({ level: 'warn', service: 'test' }, { write: (line) => void lines.push(line) })
    ctx = { ...createContext(config, { service: 'test', connections: 5 }), log }
    gateway = await createTestGateway(ctx)
  })
  afterAll(async () => {
    await gateway.app.close()
    await ctx.close()
    await dropDatabase()
  })

  test('members can log in, and their requests succeed', async () => {
    const { email } = await aMember(ctx.db, { passwordHash })
    const { status, body } = await gateway.visitorAt('192.0.2.1').post<{ sessionId: string }>('/members/login', {
      email,
      password: 'gul kanot 7',
    })
    expect(status).toBe(200)
    const headers = { authorization: `Bearer ${body.sessionId}` }
    expect((await gateway.visitor.get('/sessions', headers)).status).toBe(200)
    expect((await gateway.visitor.post('/members/settings', { presenceOff: true }, headers)).status).toBe(200)
    expect((await gateway.visitor.get('/profiles/search-user-encrypted/ann', headers)).status).toBe(200)
  })

  test('members can register, and the email is stored with its job in the outbox', async () => {
    const email = anEmailAddress()
    expect((await gateway.visitorAt('192.0.2.2').post('/members/register2/email', { email })).status).toBe(200)
    const mail = await ctx.db.selectFrom('mails').select('id').where('address', '=', email).executeTakeFirstOrThrow()
    expect(await listJobs(ctx.db)).toContainEqual({ name: 'mail:send', payload: { mailId: mail.id } })
    const token = await aMailedToken(ctx.db, 'REGISTRATION', email)
    const response = await gateway.visitorAt('192.0.2.2').post('/members/register2/complete', {
      token,
      userName: 'Ny medlem',
      password: 'gul kanot 7',
      person1: { sex: 'FEMALE', year: 1990 },
      cities: ['Lund'],
    })
    expect(response.status).toBe(201)
  })

  test('rate limits still apply', async () => {
    const ann = await aMember(ctx.db, { passwordHash })
    const wrongLogins = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        gateway.visitorAt(`192.0.2.${index + 10}`).post('/members/login', { email: ann.email, password: 'fel' }),
      ),
    )
    expect(wrongLogins.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
    const searches = await Promise.all(
      Array.from({ length: 31 }, () => gateway.as(ann).get('/profiles/search-user-encrypted/nobody')),
    )
    expect(searches.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('the gateway logs why it counts rate limits on its own', () => {
    // A script whose writes are rejected has failed.
    const reason = /^Redis is unavailable, so this gateway counts|^a script of the rate limits failed/
    expect(lines.map((line) => JSON.parse(line).msg)).toContainEqual(expect.stringMatching(reason))
  })

  test('the gateway reports that it is ready', async () => {
    const { statusCode, body } = await gateway.app.inject({ url: '/ready' })
    expect(statusCode).toBe(200)
    expect(JSON.parse(body)).toMatchObject({ needs: { database: true }, uses: { redis: false } })
  })
})
