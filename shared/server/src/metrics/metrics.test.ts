import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnedCtx } from '../context.ts'
import { createRedis } from '../redis/connections.ts'
import { afterTest, testContext } from '../testing/context.ts'
import { createMetrics, getCounter, registerGauge } from './instruments.ts'
import { serveMetrics } from './serve.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await testContext({ settings: { METRICS_PORT: '0' } })
})
afterAll(() => ctx.close())

const fetchMetrics = async (changes: Partial<OwnedCtx> = {}): Promise<string> => {
  const { address, close } = await serveMetrics({ ...ctx, metrics: createMetrics(), ...changes })
  afterTest(close)
  const response = await fetch(`${address}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/plain')
  return response.text()
}

test('reports the state of the databases and of the event loop', async () => {
  const text = await fetchMetrics()
  for (const line of ['salong_database_up 1', 'salong_redis_up 1', 'salong_database_connections_max 5'])
    expect(text).toContain(line)
  expect(text).toMatch(/^salong_database_connections\{state="in_use"\} \d/m)
  expect(text).toMatch(/^salong_nodejs_eventloop_lag_p99_seconds \d/m)
})

test('reports an unreachable Redis as down, and PostgreSQL as up', async () => {
  const redis = createRedis('redis://127.0.0.1:1')
  redis.on('error', () => {})
  afterTest(async () => redis.disconnect())
  const text = await fetchMetrics({ redis })
  expect(text).toContain('salong_redis_up 0')
  expect(text).toContain('salong_database_up 1')
})

test('counts callers that wait for a connection only when all connections are in use', async () => {
  expect(await fetchMetrics()).toContain('salong_database_waiting 0')
  const heldConnections = await Promise.all(Array.from({ length: 5 }, () => ctx.pool.connect()))
  const waiting = [ctx.pool.connect(), ctx.pool.connect()]
  const text = await fetchMetrics()
  expect(Number(/^salong_database_waiting (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(2)
  expect(text).toContain('salong_database_connections{state="in_use"} 5')
  expect(text).not.toMatch(/^salong_database_up /m)
  for (const client of heldConnections) client.release()
  for (const client of await Promise.all(waiting)) client.release()
})

test('serves no metrics without a port', async () => {
  const { address } = await serveMetrics({ ...ctx, config: { ...ctx.config, metricsPort: undefined } })
  expect(address).toBeUndefined()
})

test('omits a gauge that cannot be read', async () => {
  const metrics = createMetrics()
  let isAvailable = true
  registerGauge(metrics, { name: 'salong_test_value', help: 'Test value' }, () => {
    if (!isAvailable) throw new Error('not available')
    return [{ value: 2 }]
  })
  expect(await metrics.metrics()).toContain('salong_test_value 2')
  isAvailable = false
  expect(await metrics.metrics()).not.toMatch(/^salong_test_value /m)
})

test('returns the same instrument for the same name', async () => {
  const metrics = createMetrics()
  for (let increments = 0; increments < 2; increments += 1)
    getCounter(metrics, { name: 'salong_test_total', help: 'Test counter' }).inc()
  expect(await metrics.metrics()).toContain('salong_test_total 2')
})
