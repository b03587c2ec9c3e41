import { RATES } from '@app/contract/limits'
import { anOpenChat } from '@app/server/testing/context'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { expect, test, vi } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { app, ctx, as, visitor, visitorAt } = await setUpTestGateway({
  settings: { METRICS_PORT: '0', RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) },
})

test('requests are timed by their declared route and status, without personal data', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await as(ann).get(`/chats/${chatId}`)
  await as(ann).get(`/profiles/visits/${encodeURIComponent(bo.userName)}`)
  await visitor.get('/chats')
  await visitor.get(`/nope/${chatId}`)
  await app.inject({ url: `/media/${'x'.repeat(22)}/medium?v=${ann.id}&e=1&s=x` })
  const renderCount = (route: string, status: number) =>
    `salong_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"} 1`
  await vi.waitFor(async () => {
    const text = await ctx.metrics.metrics()
    for (const line of [
      renderCount('/api/v2/chats/:id', 200),
      renderCount('/api/v2/chats', 401),
      renderCount('none', 404),
    ])
      expect(text).toContain(line)
  })
  const routes = (await ctx.metrics.metrics()).match(/(?<=route=")[^"]*/g)
  expect([...new Set(routes)].sort()).toEqual([
    '/api/v2/chats',
    '/api/v2/chats/:id',
    '/api/v2/profiles/visits/:userName',
    '/media/:id/:variant',
    'none',
  ])
})

test('rejections are counted by their rate limit, without personal data', async () => {
  const address = '192.0.2.77'
  const requestReset = () => visitorAt(address).post('/members/send-pwd-reset/nobody@example.test')
  for (let n = 0; n <= RATES.resetMailsPerEmail.max; n += 1) await requestReset()
  const text = await ctx.metrics.metrics()
  expect(text).toContain('salong_rate_limit_refusals_total{limit="resetMailsPerEmail"} 1')
  expect(text).not.toMatch(/192\.0\.2|example\.test/)
})
