import type { Operations } from '@app/contract/operations'
import { createContext } from '@app/server/context'
import { afterTest, listPushes } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { type Caller, createTestGateway, setUpTestGateway } from '../testing.ts'
import { aSample, minuteBefore } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as, visitor } = gateway
const { db } = ctx

const ACTIONS: Record<string, (member: Caller) => Promise<{ status: number; body: unknown }>> = {
  metrics: (member) => member.get('/operations?range=HOUR'),
  'failed jobs': (member) => member.get('/operations/failed-jobs'),
  'retry all': (member) => member.post('/operations/failed-jobs/retry', { queue: 'mail' }),
  'retry one': (member) => member.post('/operations/failed-jobs/retry', { queue: 'mail', id: '1' }),
}

test.each(Object.entries(ACTIONS))(
  '%s is limited to the team, by the current level in the database',
  { tags: 'operations.team-only' },
  async (_, action) => {
    const formerAdmin = await aMember(db, { level: 'ADMIN' })
    expect([200, 404]).toContain((await action(as(formerAdmin))).status)
    await db.updateTable('members').set({ level: 'BASIC' }).where('id', '=', formerAdmin.accountId).execute()
    for (const member of [formerAdmin, await aMember(db), { ...(await aMember(db)), level: 'ADMIN' as const }])
      expect(await action(as(member))).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const deletedAdmin = await aMember(db, { level: 'ADMIN', deletedAt: new Date() })
    for (const member of [as(deletedAdmin), visitor])
      expect(await action(member)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    expect(await listPushes(db)).toEqual([])
  },
)

test.each(['range=YEAR', 'range=', 'range=hour', 'range=DAY&range=WEEK'])('rejects the range %s', async (query) => {
  const team = as(await aMember(db, { level: 'ADMIN' }))
  expect(await team.get(`/operations?${query}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
})

test.each([
  {},
  { queue: 'moon' },
  { queue: '__proto__' },
  { queue: ['mail'] },
  { queue: 'mail', id: '' },
  { queue: 'mail', id: 'a b' },
  { queue: 'mail', id: '../1' },
  { queue: 'mail', id: 'x'.repeat(129) },
  { queue: 'mail', id: null },
  { queue: 'mail', id: 1 },
])('rejects a retry of %j', async (body) => {
  const team = as(await aMember(db, { level: 'ADMIN' }))
  expect(await team.post('/operations/failed-jobs/retry', body)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION' },
  })
})

test('the metrics of the database are available without Redis, but not the queues', async () => {
  const contextWithoutRedis = createContext(
    { ...ctx.config, redisUrl: 'redis://127.0.0.1:1' },
    { service: 'test', connections: 3 },
  )
  const gatewayWithoutRedis = await createTestGateway(contextWithoutRedis)
  afterTest(async () => {
    await gatewayWithoutRedis.app.close()
    await contextWithoutRedis.close()
  })
  await aSample(db, minuteBefore(new Date(), 1), { messages: 3 })
  const team = gatewayWithoutRedis.as(await aMember(db, { level: 'ADMIN' }))
  const { status, body } = await team.get<Operations>('/operations?range=HOUR')
  expect(status).toBe(200)
  expect(body).toMatchObject({ queues: null, minute: { messages: 3 } })
  for (const action of ['failed jobs', 'retry all', 'retry one']) {
    const response = await ACTIONS[action]!(team)
    expect(response).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  }
})
