import { onlineKey } from '@app/server/members/last-inputs'
import { expect, test } from 'vitest'
import { setUpHubContext } from '../testing.ts'
import { createPresenceCache } from './presence-cache.ts'

const ctx = await setUpHubContext()

/** Creates a cache whose first read of Redis fails when `fail` is called. */
function aCacheWithFailingRead() {
  let fail = (): void => {}
  const failure = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('Redis is unavailable'))
  })
  let isFirst = true
  const redis = new Proxy(ctx.redis, {
    get(target, name) {
      if (name === 'pipeline' && isFirst) {
        isFirst = false
        return () => ({ exec: () => failure })
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { cache: createPresenceCache({ redis, now: ctx.now }), fail }
}

test('rejects all loads of a member whose read fails, and reads the member again at the next one', async () => {
  const partner = { id: 'partner', userName: 'Bo', visible: true }
  const other = { id: 'other', userName: 'Cia', visible: true }
  await ctx.redis.set(onlineKey(partner.id), '1700000000000')
  const { cache, fail } = aCacheWithFailingRead()
  const loads = Promise.allSettled([cache.load([partner]), cache.load([other, partner])])
  fail()
  expect((await loads).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(cache.get(partner.id)).toBeUndefined()
  await cache.load([other, partner])
  expect(cache.get(partner.id)).toEqual({ userName: 'Bo', lastInputMs: 1_700_000_000_000 })
})
