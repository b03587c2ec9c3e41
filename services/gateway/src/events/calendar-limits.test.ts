import { RATES } from '@app/contract/limits'
import { aMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as, visitorAt } = await setUpTestGateway({
  settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) },
})

async function aFeed(): Promise<string> {
  const { body } = await as(await aMember(ctx.db)).post<{ url: string }>('/events/calendar')
  return new URL(body.url).pathname.replace('/api/v2', '')
}

test('an IP address that has reached the general rate limit can still fetch calendar feeds', async () => {
  const provider = visitorAt('192.0.2.1')
  const { max } = RATES.visitorRequests
  const responses = await Promise.all(Array.from({ length: max + 1 }, () => provider.get('/app-config')))
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  for (const feed of [await aFeed(), await aFeed()]) expect((await provider.get(feed)).status).toBe(200)
})

test('the fetches of one feed are limited across all IP addresses', async () => {
  const [feed, otherFeed] = [await aFeed(), await aFeed()]
  const { max } = RATES.calendarFetches
  const fetches = await Promise.all(
    Array.from({ length: max + 1 }, (_, index) => visitorAt(`192.0.2.${index + 2}`).get(feed)),
  )
  expect(fetches.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await visitorAt('192.0.2.2').get(otherFeed)).status).toBe(200)
})
