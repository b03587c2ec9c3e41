import { aPasswordHash } from '@app/server/testing/passwords'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { beforeEach } from 'vitest'
import { setUpTestGateway, type TestResponse } from '../testing.ts'
import type { RateName } from './limits.ts'

export const PASSWORD = 'gul kanot 7'

const CONCURRENT_CALLS = 100

/** Runs a request several times concurrently. */
export const repeat = <Result>(count: number, request: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => request(index)))

/** Returns the number of responses with each status. */
export const countStatuses = (responses: TestResponse<unknown>[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/**
 * Sets up a gateway with rate limits, and empties their counts before each test of the file. The Redis database belongs
 * to the file alone, because member ids are the same in every test database.
 */
export async function setUpLimitedGateway(testFile: string) {
  const gateway = await setUpTestGateway({ settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(testFile) } })
  const { ctx, visitorAt } = gateway
  beforeEach(async () => void (await ctx.redis.flushdb()))
  let lastHost = 0
  return {
    ...gateway,
    passwordHash: await aPasswordHash(PASSWORD),
    /** Counts units against a limit directly, without requests. All calls at once could exceed the timeout of Redis. */
    async consumeRate(name: RateName, subject: string, amount: number): Promise<void> {
      for (let remaining = amount; remaining > 0; remaining -= CONCURRENT_CALLS)
        await repeat(Math.min(remaining, CONCURRENT_CALLS), () => ctx.limits.take(name, subject))
    },
    /** Returns a visitor at a new IP address. */
    aVisitor() {
      lastHost += 1
      return visitorAt(`198.51.100.${lastHost}`)
    },
  }
}
