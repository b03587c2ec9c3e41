import { randomUUID } from 'node:crypto'
import type { FailedJobs, Operations, RetriedJobs } from '@app/contract/operations'
import { createRedis } from '@app/server/redis/connections'
import { listPushes } from '@app/server/testing/context'
import { aQueue } from '@app/server/testing/jobs'
import { aMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

/** A Redis database that only this file uses, because queue names are the same in all tests. */
const redisUrl = ownRedisUrl(import.meta.url)
const { ctx, as } = await setUpTestGateway({ settings: { REDIS_URL: redisUrl } })
const { db } = ctx
const admin = await aMember(db, { level: 'ADMIN' })
const otherAdmin = await aMember(db, { level: 'ADMIN' })
await aMember(db, { level: 'ADMIN', deletedAt: new Date() })
await aMember(db)
const team = as(admin)

const redis = createRedis(redisUrl)
await redis.connect()
beforeEach(async () => {
  await redis.flushdb()
  await db.deleteFrom('outbox').execute()
})
afterAll(() => redis.disconnect())

const openQueue = (name: string) => aQueue(redis, ctx.config.redisUrl, name)

const listJobs = async (): Promise<FailedJobs> => (await team.get<FailedJobs>('/operations/failed-jobs')).body
const retry = (body: object, member = team) => member.post<RetriedJobs>('/operations/failed-jobs/retry', body)

test('lists failed jobs of all queues, newest first, without their payload', {
  tags: 'operations.failed-jobs',
}, async () => {
  const requestId = randomUUID()
  await openQueue('mail').addFailedJobs(['one', 'two'], { mailId: '4711', requestId })
  await openQueue('photos').addFailedJobs(['three'], { mediaId: 'secret', requestId: 'not an id' })
  const { jobs } = await listJobs()
  expect(jobs.map(({ queue, id, name, attempts, reason }) => [queue, id, name, attempts, reason])).toEqual([
    ['photos', 'photos-0', 'photos:do', 1, 'three'],
    ['mail', 'mail-1', 'mail:do', 1, 'two'],
    ['mail', 'mail-0', 'mail:do', 1, 'one'],
  ])
  expect(jobs.map((job) => job.requestId)).toEqual([null, requestId, requestId])
  expect(JSON.stringify(jobs)).not.toMatch(/4711|secret|at .*\.ts/)
  const times = jobs.map(({ failedAt }) => failedAt)
  expect(times).toEqual(times.toSorted().reverse())
})

test('lists at most the newest twenty jobs of each queue', async () => {
  await openQueue('events').addFailedJobs(['first'])
  const ids = await openQueue('mail').addFailedJobs(Array.from({ length: 23 }, () => 'no'))
  const { jobs } = await listJobs()
  expect(jobs.map(({ id }) => id)).toEqual([...ids.slice(3).reverse(), 'events-0'])
})

test.each([
  ['550 5.1.1 <ann@example.test> is unknown', 'ann@'],
  ['550 ann%40example.test', 'ann%40'],
  [`rejected /unsubscribe/token/${'aB3'.repeat(4)}`, 'aB3aB3'],
  [`eyJhbGciOi.${'x'.repeat(20)}.${'y'.repeat(20)} is over`, 'yyyy'],
  [`what?name=Mira`, 'Mira'],
  ['the first line\nMira said', 'Mira'],
  ['the first line\u2028Mira said', 'Mira'],
])(
  'a listed job does not contain the personal data in the reason %j',
  { tags: 'operations.reasons' },
  async (reason, secret) => {
    await openQueue('mail').addFailedJobs([reason])
    const [job] = (await listJobs()).jobs
    expect(job?.reason.length).toBeGreaterThan(3)
    expect(JSON.stringify(job)).not.toContain(secret)
  },
)

test('a long reason is truncated', async () => {
  await openQueue('mail').addFailedJobs(['🛶 och '.repeat(200)])
  const reason = (await listJobs()).jobs[0]?.reason ?? ''
  expect([...reason]).toHaveLength(300)
})

test('a retried job runs, and the team is notified', { tags: 'operations.retry' }, async () => {
  const [firstId = '', secondId = ''] = await openQueue('mail').addFailedJobs(['no', 'no'])
  const ranJobs: string[] = []
  expect(await retry({ queue: 'mail', id: secondId })).toMatchObject({ status: 200, body: { retried: 1 } })
  openQueue('mail').startWorker(async (id) => void ranJobs.push(id))
  await vi.waitFor(() => expect(ranJobs).toEqual([secondId]))
  expect((await listJobs()).jobs.map(({ id }) => id)).toEqual([firstId])
  expect(await listPushes(db)).toEqual([{ to: ['0'], push: { type: 'operations:changed' } }])
})

test('retries all failed jobs of one queue, and leaves other queues', async () => {
  await openQueue('mail').addFailedJobs(['no', 'no', 'no'])
  await openQueue('photos').addFailedJobs(['no'])
  expect((await retry({ queue: 'mail' })).body).toEqual({ retried: 3 })
  const ranJobs: string[] = []
  openQueue('mail').startWorker(async (id) => void ranJobs.push(id))
  await vi.waitFor(() => expect(ranJobs.toSorted()).toEqual(['mail-0', 'mail-1', 'mail-2']))
  expect((await listJobs()).jobs.map(({ queue }) => queue)).toEqual(['photos'])
  expect((await retry({ queue: 'mail' })).body).toEqual({ retried: 0 })
})

test('retries a job once, for any number of concurrent requests', { tags: 'operations.retry-once' }, async () => {
  await openQueue('mail').addFailedJobs(['no', 'no', 'no', 'no'])
  const responses = await Promise.all(
    [team, as(otherAdmin), team, as(otherAdmin)].map((member) => retry({ queue: 'mail', id: 'mail-0' }, member)),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
  const queueResponses = await Promise.all(
    [team, as(otherAdmin), team].map((member) => retry({ queue: 'mail' }, member)),
  )
  expect(queueResponses.reduce((sum, { body }) => sum + body.retried, 0)).toBe(3)
  const ranJobs: string[] = []
  openQueue('mail').startWorker(async (id) => void ranJobs.push(id))
  await vi.waitFor(() => expect(ranJobs).toHaveLength(4))
  expect(new Set(ranJobs).size).toBe(4)
})

test('a job that has not failed is not found, and no push is sent', async () => {
  const { queue } = openQueue('mail')
  const { id } = await queue.add('mail:send', {}, { jobId: 'waiting' })
  await queue.add('mail:send', {}, { delay: 60_000, deduplication: { id: 'twin' } })
  const queueKeys = ['events', 'id', 'meta', 'wait', 'delayed', 'de:twin']
  for (const key of queueKeys) expect(await redis.exists(`bull:mail:${key}`)).toBe(1)
  for (const jobId of [id, 'removed', 'repeat:tidy:1', ...queueKeys])
    expect(await retry({ queue: 'mail', id: jobId })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(await listPushes(db)).toEqual([])
})

test('a job that cannot be retried does not prevent the retry of other jobs', async () => {
  const { addFailedJobs, startWorker } = openQueue('mail')
  await addFailedJobs(['no', 'no', 'no'])
  await redis.hset('bull:mail:mail-1', 'priority', 1)
  await redis.set('bull:mail:pc', 'no number')
  expect(await retry({ queue: 'mail' })).toMatchObject({ status: 200, body: { retried: 2 } })
  const ranJobs: string[] = []
  startWorker(async (id) => void ranJobs.push(id))
  await vi.waitFor(() => expect(ranJobs.toSorted()).toEqual(['mail-0', 'mail-2']))
})

test('an internal error is not reported as an outage of Redis', async () => {
  await redis.set('bull:mail:failed', 'no set')
  const response = await team.get('/operations/failed-jobs')
  expect(response).toMatchObject({ status: 500, body: { code: 'UNKNOWN' } })
})

test('a retried job counts as waiting from the retry on, and keeps its payload', async () => {
  const requestId = randomUUID()
  const [id = ''] = await openQueue('mail').addFailedJobs(['no'], { mailId: '4711', requestId })
  await redis.hset(`bull:mail:${id}`, 'timestamp', Date.now() - 3 * 24 * 60 * 60_000)
  await retry({ queue: 'mail', id })
  const { queues } = (await team.get<Operations>('/operations')).body
  const { waiting, oldestSeconds } = queues!.find(({ queue }) => queue === 'mail')!
  expect(waiting).toBe(1)
  expect(oldestSeconds).toBeLessThan(60 * 60)
  expect((await openQueue('mail').queue.getJob(id))?.data).toMatchObject({ mailId: '4711', requestId })
})

test('a paused queue is reported', async () => {
  await openQueue('mail').queue.pause()
  await openQueue('mail').queue.add('mail:send', {})
  const { queues } = (await team.get<Operations>('/operations')).body
  expect(queues?.filter(({ paused }) => paused)).toMatchObject([{ queue: 'mail', waiting: 1 }])
})

test('the waiting time of a delayed job begins when the job is due, not when it was added', async () => {
  const [hourMs, minuteMs] = [60 * 60_000, 60_000]
  const delayedJob = { timestamp: Date.now() - hourMs, delay: hourMs - minuteMs }
  const job = await openQueue('upkeep').queue.add('upkeep:tidy', {}, delayedJob)
  await job.promote()
  const { queues } = (await team.get<Operations>('/operations')).body
  const { waiting, oldestSeconds } = queues!.find(({ queue }) => queue === 'upkeep')!
  expect(waiting).toBe(1)
  expect(oldestSeconds).toBeGreaterThan(59)
  expect(oldestSeconds).toBeLessThan(hourMs / 2_000)
})

test('reports the current state of the queues', { tags: 'operations.queues' }, async () => {
  await openQueue('mail').addFailedJobs(['no'])
  await openQueue('mail').queue.add('mail:send', {}, { timestamp: Date.now() - 60_000 })
  await openQueue('mail').queue.add('mail:send', {}, { delay: 60_000 })
  const { queues } = (await team.get<Operations>('/operations')).body
  const mail = queues?.find(({ queue }) => queue === 'mail')
  expect(mail).toMatchObject({ waiting: 1, active: 0, delayed: 1, failed: 1 })
  expect(mail?.oldestSeconds).toBeGreaterThan(59)
  expect(queues?.map(({ queue }) => queue).toSorted()).toEqual([
    'decks',
    'digests',
    'events',
    'exports',
    'mail',
    'notifications',
    'photos',
    'safety',
    'upkeep',
  ])
})
