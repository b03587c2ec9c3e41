import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { QueueName } from '@app/contract/operations'
import type { JobName } from '@app/server/delivery/jobs'
import { transact } from '@app/server/delivery/transact'
import { createLog } from '@app/server/process/log'
import { createRedis } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { Queue } from 'bullmq'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { WorkerCtx } from './context.ts'
import { HANDLERS, type Handlers } from './handlers.ts'
import { startQueues } from './queues.ts'
import { setUpMailWorker } from './testing-mail-worker.ts'
import { aMail, anAddress, readMailRow } from './testing-worker.ts'
import { relayOnce } from './upkeep/relay.ts'

const WAIT_OPTIONS = { timeout: 10_000 }

const { ctx, server } = await setUpMailWorker({ REDIS_URL: ownRedisUrl(import.meta.url) })
const redis = createRedis(ctx.config.redisUrl)
await redis.connect()
beforeEach(async () => void (await redis.flushdb()))
afterAll(() => redis.disconnect())

/** Starts the queues of another worker, which stop when the test ends. */
const runQueues = (handlers: Partial<Handlers> = {}, workerCtx: WorkerCtx = ctx): void => {
  const queues = startQueues(workerCtx, { ...HANDLERS, ...handlers })
  afterTest(() => queues.close())
}

const enqueueMail = (mailId: string) =>
  transact(ctx, async (tx) => tx.enqueue({ name: 'mail:send', payload: { mailId } }))

const openQueue = (name: QueueName): Queue => {
  const queue = new Queue(name, { connection: redis })
  afterTest(() => queue.close())
  return queue
}

test('sends the email of a job that a transaction has enqueued', async () => {
  runQueues()
  const address = anAddress()
  await enqueueMail(await aMail(ctx, { address }))
  await vi.waitFor(() => expect(server.listDeliveredTo(address)).toHaveLength(1), WAIT_OPTIONS)
})

test('adds the id of the originating request to the log lines of a job and of the jobs that it enqueues', async () => {
  const requestId = randomUUID()
  const lines: string[] = []
  const log = createLog({ level: 'debug', service: 'test' }, { write: (line) => void lines.push(line) })
  const enqueueAnotherJob = (jobCtx: WorkerCtx) =>
    transact(jobCtx, async (tx) => tx.enqueue({ name: 'exports:remove', payload: { exportId: 'A'.repeat(22) } }))
  runQueues({ 'mail:send': enqueueAnotherJob, 'exports:remove': async () => {} }, { ...ctx, log })
  const mailId = await aMail(ctx)
  await transact({ ...ctx, requestId }, async (tx) => tx.enqueue({ name: 'mail:send', payload: { mailId } }))
  await vi.waitFor(() => {
    const loggedLines = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === requestId)
    expect(loggedLines.map(({ job }) => job)).toEqual(['mail:send', 'exports:remove'])
  }, WAIT_OPTIONS)
})

test('sends one email when two workers receive a job many times', async () => {
  runQueues()
  runQueues()
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  await Promise.all(Array.from({ length: 10 }, () => enqueueMail(mailId)))
  const lastAddress = anAddress()
  await enqueueMail(await aMail(ctx, { address: lastAddress }))
  await vi.waitFor(() => expect(server.listDeliveredTo(lastAddress)).toHaveLength(1), WAIT_OPTIONS)
  expect(server.listDeliveredTo(address)).toHaveLength(1)
})

test('re-enqueues a job that an emptied Redis has lost', async () => {
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  await enqueueMail(mailId)
  await vi.waitFor(async () => expect(await openQueue('mail').count()).toBe(1), WAIT_OPTIONS)
  await redis.flushdb()
  runQueues()
  await relayOnce(ctx)
  expect(await openQueue('mail').count()).toBe(0)
  ctx.advanceClock(3_000)
  await relayOnce(ctx)
  await vi.waitFor(() => expect(server.listDeliveredTo(address)).toHaveLength(1), WAIT_OPTIONS)
})

test('re-enqueues a waiting email when its backoff is over', async () => {
  runQueues()
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  server.reject('recipient', '450 4.2.0 not now')
  await enqueueMail(mailId)
  await vi.waitFor(async () => expect(await readMailRow(ctx, mailId)).toMatchObject({ attempts: 1 }), WAIT_OPTIONS)
  await vi.waitFor(async () => expect(await openQueue('mail').getActiveCount()).toBe(0), WAIT_OPTIONS)
  server.accept()
  ctx.advanceClock(33_000)
  await relayOnce(ctx)
  await vi.waitFor(() => expect(server.listDeliveredTo(address)).toHaveLength(1), WAIT_OPTIONS)
})

test('relays a job that a crash left in the outbox', async () => {
  runQueues()
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  const payload = { name: 'mail:send', payload: { mailId } }
  const { id } = await ctx.db
    .insertInto('outbox')
    .values({ kind: 'JOB', payload: JSON.stringify(payload), createdAt: '2026-01-01T00:00:00.000Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await relayOnce(ctx)
  await vi.waitFor(() => expect(server.listDeliveredTo(address)).toHaveLength(1), WAIT_OPTIONS)
  expect(await ctx.db.selectFrom('outbox').select('id').where('id', '=', id).execute()).toEqual([])
})

test.each([
  ['for an email that does not exist', 'mail:send', { mailId: '999999999999999999' }],
  ['without its payload', 'mail:send', null],
  ['with another payload', 'mail:send', { mailId: { $gt: '' } }],
  ['with a malformed id', 'mail:send', { mailId: "1' or '1'='1" }],
  ['with an unknown name', 'mail:burn', {}],
  ['named like an inherited property of objects', 'constructor', {}],
])('fails a job %s after one attempt, and runs other jobs', async (_name, name, payload) => {
  runQueues()
  await openQueue('mail').add(name, payload, { attempts: 3, backoff: { type: 'fixed', delay: 1 } })
  await vi.waitFor(async () => expect(await openQueue('mail').getFailedCount()).toBe(1), WAIT_OPTIONS)
  const [failed] = await openQueue('mail').getFailed()
  expect(failed?.attemptsMade).toBe(1)
  const address = anAddress()
  await enqueueMail(await aMail(ctx, { address }))
  await vi.waitFor(() => expect(server.listDeliveredTo(address)).toHaveLength(1), WAIT_OPTIONS)
})

test('runs a job that is enqueued again after three failed attempts', async () => {
  let attempts = 0
  const failingHandler = async () => {
    attempts += 1
    throw new Error('no')
  }
  runQueues({ 'mail:send': failingHandler })
  const job = { name: 'mail:send', payload: { mailId: '1' } } as const
  const mails = openQueue('mail')
  await ctx.jobs.add(job)
  await vi.waitFor(async () => {
    for (const delayedJob of await mails.getDelayed()) await delayedJob.promote()
    expect(await mails.getFailedCount()).toBe(1)
  }, WAIT_OPTIONS)
  expect(attempts).toBe(3)
  await ctx.jobs.add(job)
  await vi.waitFor(() => expect(attempts).toBe(4), WAIT_OPTIONS)
})

test('stores no messages of unexpected errors in Redis', async () => {
  const failingHandler = () => Promise.reject(new Error('ann@example.test'))
  runQueues({ 'mail:send': failingHandler })
  await openQueue('mail').add('mail:send', { mailId: '1' })
  await vi.waitFor(async () => expect(await openQueue('mail').getFailedCount()).toBe(1), WAIT_OPTIONS)
  const [failed] = await openQueue('mail').getFailed()
  expect(JSON.stringify(failed)).not.toContain('ann@')
})

test('sends emails without waiting for other queues', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await openQueue('upkeep').addBulk(
    Array.from({ length: 500 }, () => ({ name: 'upkeep:tidy' satisfies JobName, data: {} })),
  )
  runQueues({ 'upkeep:tidy': () => released })
  afterTest(async () => release())
  const address = anAddress()
  await enqueueMail(await aMail(ctx, { address }))
  await vi.waitFor(() => expect(server.listDeliveredTo(address)).toHaveLength(1), WAIT_OPTIONS)
  expect(await openQueue('upkeep').count()).toBeGreaterThan(400)
  await redis.flushdb()
})

test('registers the schedules of upkeep once each after Redis was emptied', async () => {
  await relayOnce(ctx)
  await redis.flushdb()
  await relayOnce(ctx)
  await relayOnce(ctx)
  const schedulers = await openQueue('upkeep').getJobSchedulers()
  expect(schedulers.toSorted((left, right) => left.key.localeCompare(right.key))).toMatchObject([
    { key: 'measure-store', name: 'upkeep:measure-store' },
    { key: 'tidy', name: 'upkeep:tidy', tz: 'Europe/Stockholm' },
  ])
  expect(await openQueue('upkeep').getJobCounts('waiting', 'delayed')).toMatchObject({ waiting: 1, delayed: 1 })
})

test('writes neither addresses nor tokens to logs or Redis', async () => {
  const logLines: string[] = []
  const sink = new PassThrough()
  sink.on('data', (line: Buffer) => logLines.push(line.toString()))
  runQueues({}, { ...ctx, log: createLog({ level: 'trace', service: 'worker' }, sink) })
  const [acceptedAddress, rejectedAddress] = [anAddress(), anAddress()]
  await enqueueMail(await aMail(ctx, { address: acceptedAddress }))
  await vi.waitFor(() => expect(server.listDeliveredTo(acceptedAddress)).toHaveLength(1), WAIT_OPTIONS)
  server.reject('recipient', `550 5.1.1 <${rejectedAddress}> is unknown`)
  const rejectedMailId = await aMail(ctx, { address: rejectedAddress })
  await enqueueMail(rejectedMailId)
  await vi.waitFor(
    async () => expect(await readMailRow(ctx, rejectedMailId)).toMatchObject({ state: 'REFUSED' }),
    WAIT_OPTIONS,
  )
  await openQueue('mail').add('mail:send', { mailId: '999999999999999999' })
  await vi.waitFor(async () => expect(await openQueue('mail').getFailedCount()).toBe(1), WAIT_OPTIONS)
  const log = logLines.join('')
  expect(log).toContain('the mail server did not accept an email')
  const token = /token\/([\w-]+)/.exec(server.listDeliveredTo(acceptedAddress)[0]?.text ?? '')?.[1] ?? 'none'
  const keys = await redis.keys('*')
  const storedEntries = await Promise.all(keys.map((key) => redis.dump(key).then((bytes) => `${key} ${bytes}`)))
  for (const secret of [token, acceptedAddress, rejectedAddress, 'example.test']) {
    expect(log).not.toContain(secret)
    expect(storedEntries.join('\n')).not.toContain(secret)
  }
})
