import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { QueueName } from '@app/contract/operations'
import type { JobName } from '@app/server/delivery/jobs'
import { transact } from '@app/server/delivery/transact'
import { createLog } from '@app/server/process/log'
import { createRedis } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import { Queue } from 'bullmq'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { WorkerCtx } from './context.ts'
import { HANDLERS, type Handlers } from './handlers.ts'
import { startQueues } from './queues.ts'
import { setUpMailWorker } from './testing-mail-worker.ts'
import { aMail, anAddress, mailRow, redisDatabase } from './testing-worker.ts'
import { relayOnce } from './upkeep/relay.ts'

const WAIT_OPTIONS = { timeout: 10_000 }

const { ctx, server } = await setUpMailWorker({ REDIS_URL: redisDatabase(9) })
const redis = createRedis(ctx.config.redisUrl)
await redis.connect()
beforeEach(async () => void (await redis.flushdb()))
afterAll(() => redis.disconnect())

const startWorker = (handlers: Partial<Handlers> = {}, worker = ctx): void => {
  const queues = startQueues(worker, { ...HANDLERS, ...handlers })
  afterTest(() => queues.close())
}

const enqueue = (mailId: string) => transact(ctx, async (tx) => tx.enqueue({ name: 'mail:send', payload: { mailId } }))

const queue = (name: QueueName): Queue => {
  const createdQueue = new Queue(name, { connection: redis })
  afterTest(() => createdQueue.close())
  return createdQueue
}

test('sends the email of a job that a transaction has enqueued', async () => {
  startWorker()
  const address = anAddress()
  await enqueue(await aMail(ctx, { address }))
  await vi.waitFor(() => expect(server.to(address)).toHaveLength(1), WAIT_OPTIONS)
})

test('adds the id of the originating request to the logs, pushes and jobs of a job', async () => {
  const requestId = randomUUID()
  const lines: string[] = []
  const log = createLog({ level: 'debug', service: 'test' }, { write: (line) => void lines.push(line) })
  const pass = (worker: WorkerCtx) =>
    transact(worker, async (tx) => tx.enqueue({ name: 'exports:remove', payload: { exportId: 'A'.repeat(22) } }))
  startWorker({ 'mail:send': pass, 'exports:remove': async () => {} }, { ...ctx, log })
  const mailId = await aMail(ctx)
  await transact({ ...ctx, requestId }, async (tx) => tx.enqueue({ name: 'mail:send', payload: { mailId } }))
  await vi.waitFor(() => {
    const loggedLines = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === requestId)
    expect(loggedLines.map(({ job }) => job)).toEqual(['mail:send', 'exports:remove'])
  }, WAIT_OPTIONS)
})

test('sends one email when two workers receive a job many times', async () => {
  startWorker()
  startWorker()
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  await Promise.all(Array.from({ length: 10 }, () => enqueue(mailId)))
  const last = anAddress()
  await enqueue(await aMail(ctx, { address: last }))
  await vi.waitFor(() => expect(server.to(last)).toHaveLength(1), WAIT_OPTIONS)
  expect(server.to(address)).toHaveLength(1)
})

test('re-enqueues a job that an emptied Redis has lost', async () => {
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  await enqueue(mailId)
  await vi.waitFor(async () => expect(await queue('mail').count()).toBe(1), WAIT_OPTIONS)
  await redis.flushdb()
  startWorker()
  await relayOnce(ctx)
  expect(await queue('mail').count()).toBe(0)
  ctx.advanceClock(3_000)
  await relayOnce(ctx)
  await vi.waitFor(() => expect(server.to(address)).toHaveLength(1), WAIT_OPTIONS)
})

test('re-enqueues a waiting email when its backoff is over', async () => {
  startWorker()
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  server.reject('receiver', '450 4.2.0 not now')
  await enqueue(mailId)
  await vi.waitFor(async () => expect(await mailRow(ctx, mailId)).toMatchObject({ attempts: 1 }), WAIT_OPTIONS)
  await vi.waitFor(async () => expect(await queue('mail').getActiveCount()).toBe(0), WAIT_OPTIONS)
  server.accept()
  ctx.advanceClock(33_000)
  await relayOnce(ctx)
  await vi.waitFor(() => expect(server.to(address)).toHaveLength(1), WAIT_OPTIONS)
})

test('relays a job that a crash left in the outbox', async () => {
  startWorker()
  const address = anAddress()
  const mailId = await aMail(ctx, { address })
  const payload = { name: 'mail:send', payload: { mailId } }
  const { id } = await ctx.db
    .insertInto('outbox')
    .values({ kind: 'JOB', payload: JSON.stringify(payload), createdAt: '2026-01-01T00:00:00.000Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await relayOnce(ctx)
  await vi.waitFor(() => expect(server.to(address)).toHaveLength(1), WAIT_OPTIONS)
  expect(await ctx.db.selectFrom('outbox').select('id').where('id', '=', id).execute()).toEqual([])
})

test.each([
  ['for an email that does not exist', 'mail:send', { mailId: '999999999999999999' }],
  ['without its payload', 'mail:send', null],
  ['with another payload', 'mail:send', { mailId: { $gt: '' } }],
  ['with a malformed id', 'mail:send', { mailId: "1' or '1'='1" }],
  ['with an unknown name', 'mail:burn', {}],
  ['named like a property of every object', 'constructor', {}],
])('fails a job %s once, and runs the others', async (_name, name, payload) => {
  startWorker()
  await queue('mail').add(name, payload, { attempts: 3, backoff: { type: 'fixed', delay: 1 } })
  await vi.waitFor(async () => expect(await queue('mail').getFailedCount()).toBe(1), WAIT_OPTIONS)
  const [failed] = await queue('mail').getFailed()
  expect(failed?.attemptsMade).toBe(1)
  const address = anAddress()
  await enqueue(await aMail(ctx, { address }))
  await vi.waitFor(() => expect(server.to(address)).toHaveLength(1), WAIT_OPTIONS)
})

test('re-enqueues work that has failed three times', async () => {
  let runs = 0
  const failingHandler = async () => {
    runs += 1
    throw new Error('no')
  }
  startWorker({ 'mail:send': failingHandler })
  const job = { name: 'mail:send', payload: { mailId: '1' } } as const
  const mails = queue('mail')
  await ctx.jobs.add(job)
  await vi.waitFor(async () => {
    for (const waiting of await mails.getDelayed()) await waiting.promote()
    expect(await mails.getFailedCount()).toBe(1)
  }, WAIT_OPTIONS)
  expect(runs).toBe(3)
  await ctx.jobs.add(job)
  await vi.waitFor(() => expect(runs).toBe(4), WAIT_OPTIONS)
})

test('stores no details of errors in Redis', async () => {
  const failingHandler = () => Promise.reject(new Error('ann@example.test'))
  startWorker({ 'mail:send': failingHandler })
  await queue('mail').add('mail:send', { mailId: '1' })
  await vi.waitFor(async () => expect(await queue('mail').getFailedCount()).toBe(1), WAIT_OPTIONS)
  const [failed] = await queue('mail').getFailed()
  expect(JSON.stringify(failed)).not.toContain('ann@')
})

test('sends emails without waiting for other queues', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await queue('upkeep').addBulk(
    Array.from({ length: 500 }, () => ({ name: 'upkeep:tidy' satisfies JobName, data: {} })),
  )
  startWorker({ 'upkeep:tidy': () => released })
  afterTest(async () => release())
  const address = anAddress()
  await enqueue(await aMail(ctx, { address }))
  await vi.waitFor(() => expect(server.to(address)).toHaveLength(1), WAIT_OPTIONS)
  expect(await queue('upkeep').count()).toBeGreaterThan(400)
  await redis.flushdb()
})

test('registers schedules again, once, after Redis was emptied', async () => {
  await relayOnce(ctx)
  await redis.flushdb()
  await relayOnce(ctx)
  await relayOnce(ctx)
  const schedulers = await queue('upkeep').getJobSchedulers()
  expect(schedulers.toSorted((one, other) => one.key.localeCompare(other.key))).toMatchObject([
    { key: 'measure-store', name: 'upkeep:measure-store' },
    { key: 'tidy', name: 'upkeep:tidy', tz: 'Europe/Stockholm' },
  ])
  expect(await queue('upkeep').getJobCounts('waiting', 'delayed')).toMatchObject({ waiting: 1, delayed: 1 })
})

test('writes neither addresses nor tokens to logs or Redis', async () => {
  const logged: string[] = []
  const sink = new PassThrough()
  sink.on('data', (line: Buffer) => logged.push(line.toString()))
  startWorker({}, { ...ctx, log: createLog({ level: 'trace', service: 'worker' }, sink) })
  const [acceptedAddress, rejectedAddress] = [anAddress(), anAddress()]
  await enqueue(await aMail(ctx, { address: acceptedAddress }))
  await vi.waitFor(() => expect(server.to(acceptedAddress)).toHaveLength(1), WAIT_OPTIONS)
  server.reject('receiver', `550 5.1.1 <${rejectedAddress}> is unknown`)
  const rejectedMailId = await aMail(ctx, { address: rejectedAddress })
  await enqueue(rejectedMailId)
  await vi.waitFor(
    async () => expect(await mailRow(ctx, rejectedMailId)).toMatchObject({ state: 'REFUSED' }),
    WAIT_OPTIONS,
  )
  await queue('mail').add('mail:send', { mailId: '999999999999999999' })
  await vi.waitFor(async () => expect(await queue('mail').getFailedCount()).toBe(1), WAIT_OPTIONS)
  const log = logged.join('')
  expect(log).toContain('the mail server did not accept an email')
  const token = /token\/([\w-]+)/.exec(server.to(acceptedAddress)[0]?.text ?? '')?.[1] ?? 'none'
  const keys = await redis.keys('*')
  const stored = await Promise.all(keys.map((key) => redis.dump(key).then((bytes) => `${key} ${bytes}`)))
  for (const secret of [token, acceptedAddress, rejectedAddress, 'example.test']) {
    expect(log).not.toContain(secret)
    expect(stored.join('\n')).not.toContain(secret)
  }
})
