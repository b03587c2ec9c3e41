import type { RedisClient } from '@app/server/redis'
import { createMemoryCounters } from './memory-counters.ts'

export type Count = { count: number; resetMs: number }

/** Counts in windows that begin with the first hit. */
export type Counters = {
  /** Adds to a window and answers where it stands. */
  add: (key: string, windowMs: number, by: number) => Promise<Count>
  /** Adds what the window does not hold yet, unless that is more than `max`; answers how many there would be. */
  addDistinct: (key: string, windowMs: number, things: string[], max: number) => Promise<Count>
}

const ADD = `
  local count = redis.call('INCRBY', KEYS[1], ARGV[2])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]); left = tonumber(ARGV[1]) end
  return { count, left }`

const ADD_DISTINCT = `
  local fresh = {}
  for i = 3, #ARGV do
    if redis.call('SISMEMBER', KEYS[1], ARGV[i]) == 0 then fresh[#fresh + 1] = ARGV[i] end
  end
  local count = redis.call('SCARD', KEYS[1]) + #fresh
  if #fresh > 0 and count <= tonumber(ARGV[2]) then redis.call('SADD', KEYS[1], unpack(fresh)) end
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]); left = tonumber(ARGV[1]) end
  return { count, left }`

/** After a failure Redis is left alone for this long, so that a hung one does not slow down every call. */
const REST = 2_000

/** Counters that all gateways share; each counts for itself while Redis is away. */
export function createCounters(redis: RedisClient): Counters {
  const memory = createMemoryCounters()
  let awayUntil = 0

  async function run(script: string, key: string, values: (string | number)[]): Promise<Count | null> {
    if (Date.now() < awayUntil) return null
    try {
      const [count, resetMs] = (await redis.eval(script, 1, `limit:${key}`, ...values)) as [number, number]
      return { count, resetMs }
    } catch {
      awayUntil = Date.now() + REST
      return null
    }
  }

  return {
    add: async (key, windowMs, by) => (await run(ADD, key, [windowMs, by])) ?? memory.add(key, windowMs, by),
    addDistinct: async (key, windowMs, things, max) =>
      (await run(ADD_DISTINCT, key, [windowMs, max, ...things])) ?? memory.addDistinct(key, windowMs, things, max),
  }
}
