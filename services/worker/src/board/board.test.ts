import { createJobs, QUEUES } from '@app/server/delivery/jobs'
import { createMetrics } from '@app/server/metrics/instruments'
import { serveMetrics } from '@app/server/metrics/serve'
import { createRedis } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import { aFaultyProxy } from '@app/server/testing/faulty-proxy'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { Queue, UnrecoverableError } from 'bullmq'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WorkerCtx } from '../context.ts'
import { HANDLERS } from '../handlers.ts'
import { startQueues } from '../queues.ts'
import { testWorker } from '../testing-worker.ts'
import { createQueueBoard } from './board.ts'

const PASSWORD = 'ljungen:blommar-47'

const ctx = await testWorker({ REDIS_URL: ownRedisUrl(import.meta.url), METRICS_PORT: '0' })
const redis = createRedis(ctx.config.redisUrl)
await redis.connect()
beforeEach(async () => void (await redis.flushdb()))
afterAll(async () => {
  redis.disconnect()
  await ctx.close()
})

const basicAuth = (password: string, name = 'ann') => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

type RequestOptions = { method?: string; headers?: Record<string, string> }

/** Starts a board, and returns a client that sends the password by default. */
async function aBoard(overrides: Partial<WorkerCtx> = {}) {
  const worker = { ...ctx, ...overrides, metrics: createMetrics() }
  const { address = '', close } = await serveMetrics(worker, [createQueueBoard(worker, PASSWORD)])
  afterTest(close)
  const request = (path: string, { method = 'GET', headers = {} }: RequestOptions = {}) =>
    fetch(`${address}${path}`, { method, headers: { ...basicAuth(PASSWORD), ...headers } })
  return { address, request }
}

type Board = Awaited<ReturnType<typeof aBoard>>
type BoardJob = { id: string; data: unknown; failedReason: string; stacktrace: string[] }
type BoardQueue = { name: string; jobs: BoardJob[]; counts: Record<string, number> }

async function readQueue({ request }: Board, queue: string): Promise<BoardQueue> {
  const response = await request(`/queues/api/queues?activeQueue=${queue}&status=failed&page=1&jobsPerPage=10`)
  expect(response.status).toBe(200)
  const { queues } = (await response.json()) as { queues: BoardQueue[] }
  return queues.find(({ name }) => name === queue)!
}

/** Runs an email job that fails permanently for this reason; a retry of it succeeds. */
async function aFailedJob(board: Board, reason = 'no') {
  const handledMailIds: string[] = []
  const queues = startQueues(ctx, {
    ...HANDLERS,
    'mail:send': async (_, { mailId }) => {
      handledMailIds.push(mailId)
      if (handledMailIds.length === 1) throw new UnrecoverableError(reason)
    },
  })
  afterTest(() => queues.close())
  await ctx.jobs.add({ name: 'mail:send', payload: { mailId: '47' } })
  const job = await vi.waitFor(async () => {
    const [failed] = (await readQueue(board, 'mail')).jobs
    expect(failed).toBeDefined()
    return failed!
  })
  return { job, handledMailIds, retryPath: `/queues/api/queues/mail/${job.id}/retry` }
}

describe('authentication', () => {
  const paths = ['/queues', '/queues/', '/queues/queue/mail', '/queues/api/queues', '/queues/static/favicon.ico']

  test.each([
    ['no password', {}],
    ['another password', basicAuth('ljungen:blommar-48')],
    ['a part of the password', basicAuth('ljungen')],
    ['the password as user name', basicAuth('', PASSWORD)],
    ['a header without user name', { authorization: `Basic ${Buffer.from(PASSWORD.slice(0, 7)).toString('base64')}` }],
    ['another scheme', { authorization: `Bearer ${PASSWORD}` }],
    ['malformed base64', { authorization: 'Basic ÿ' }],
  ])('rejects %s', async (_, headers) => {
    const { address } = await aBoard()
    for (const path of paths) {
      const response = await fetch(`${address}${path}`, { headers })
      expect(response.status, path).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
    }
    expect((await fetch(`${address}/queues/api/queues/mail/empty`, { method: 'PUT', headers })).status).toBe(401)
  })

  test('accepts the password with any user name, and requires none for metrics', async () => {
    const { address, request } = await aBoard()
    for (const path of paths) expect((await request(path)).status, path).toBe(200)
    expect((await request('/queues', { headers: basicAuth(PASSWORD, 'Åsa') })).status).toBe(200)
    const metrics = await fetch(`${address}/metrics`)
    expect(metrics.status).toBe(200)
    expect(metrics.headers.get('content-security-policy')).toBeNull()
  })

  test('allows ten wrong passwords a minute in total, even in concurrent requests', async () => {
    const { address, request } = await aBoard()
    const guess = (_: unknown, number: number) =>
      fetch(`${address}/queues`, { headers: basicAuth(`guess number ${number}`) })
    const responses = await Promise.all(Array.from({ length: 30 }, guess))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20)
    const correctResponse = await request('/queues')
    expect(correctResponse.status).toBe(429)
    expect(Number(correctResponse.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await fetch(`${address}/queues`)).status).toBe(401)
    ctx.advanceClock(60_000)
    for (const _ of Array(20)) expect((await request('/queues')).status).toBe(200)
  })
})

test('forbids framing and caching of the page, and serves its files', async () => {
  const { address, request } = await aBoard()
  const page = await request('/queues')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const html = await page.text()
  expect(html).toContain('<base href="/queues/"')
  const files = [...html.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, file]) => file)
  expect(files.length).toBeGreaterThan(4)
  for (const file of files) {
    const response = await request(`/queues/${file}`)
    expect(response.status, file).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  expect((await fetch(`${address}/queues/static/%2e%2e/index.ejs`, { headers: basicAuth(PASSWORD) })).status).toBe(404)
})

test('shows all queues', async () => {
  const board = await aBoard()
  const { queues } = (await (await board.request('/queues/api/queues')).json()) as { queues: BoardQueue[] }
  expect(queues.map(({ name }) => name).sort()).toEqual([...QUEUES].sort())
})

test('shows a failed job with its payload and error, and retries it on request', async () => {
  const board = await aBoard()
  const { job, handledMailIds, retryPath } = await aFailedJob(board)
  expect(job).toMatchObject({ data: { mailId: '47' }, failedReason: 'no' })
  const headers = { origin: board.address, 'sec-fetch-site': 'same-origin' }
  expect((await board.request(retryPath, { method: 'PUT', headers })).ok).toBe(true)
  await vi.waitFor(() => expect(handledMailIds).toEqual(['47', '47']))
  await vi.waitFor(async () => expect((await readQueue(board, 'mail')).counts.failed).toBe(0))
})

test.each([
  ['origin', 'https://elsewhere.example'],
  ['origin', 'http://127.0.0.1:1'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'same-site'],
])('rejects changes requested by another site: %s %s', async (name, value) => {
  const headers = { [name]: value }
  const board = await aBoard()
  const { handledMailIds, retryPath } = await aFailedJob(board)
  expect((await board.request(retryPath, { method: 'PUT', headers })).status).toBe(403)
  expect((await board.request('/queues/api/queues/mail/clean/failed', { method: 'PUT', headers })).status).toBe(403)
  expect((await readQueue(board, 'mail')).counts.failed).toBe(1)
  expect(handledMailIds).toHaveLength(1)
})

test('masks email addresses in errors and logs of jobs', async () => {
  const board = await aBoard()
  const { job } = await aFailedJob(board, '550 5.1.1 <ann.alm@members.test> is unknown')
  expect(job.failedReason).toMatch(/^550 5\.1\.1 .*is unknown$/)
  expect(job.stacktrace).not.toEqual([])
  const queue = new Queue('mail', { connection: redis })
  afterTest(() => queue.close())
  await queue.addJobLog(job.id, 'written to ann.alm@members.test')
  for (const path of ['api/queues?activeQueue=mail', `api/queues/mail/${job.id}`, `api/queues/mail/${job.id}/logs`]) {
    const response = await board.request(`/queues/${path}`)
    expect(response.status).toBe(200)
    expect(await response.text()).not.toMatch(/ann\.alm|members\.test/)
  }
})

test('serves the page while Redis is unavailable, and the queues as soon as Redis is available again', async () => {
  const proxy = await aFaultyProxy(ctx.config.redisUrl)
  proxy.cut()
  const jobs = createJobs(proxy.url)
  afterTest(() => jobs.close())
  const { request } = await aBoard({ jobs })
  for (const _ of [1, 2]) {
    expect((await request('/queues')).status).toBe(200)
    expect((await request('/queues/api/queues')).status).toBe(503)
    proxy.heal()
    await vi.waitFor(async () => expect((await request('/queues/api/queues')).status).toBe(200), { timeout: 10_000 })
    expect((await request('/queues/api/queues/mail/pause', { method: 'PUT' })).status).toBe(200)
    proxy.cut()
  }
})

test.each([
  ['GET', 'mail/none', 404],
  ['GET', 'none/1', 404],
  ['PUT', 'mail/none/retry', 404],
])('responds 404 to %s for an unknown queue or job: %s', async (method, path, status) => {
  const { request } = await aBoard()
  expect((await request(`/queues/api/queues/${path}`, { method })).status).toBe(status)
})
