import type { Ctx } from '@app/server/context'
import type { Counters, WindowCount } from './counters.ts'
import { createMemoryCounters } from './memory-counters.ts'

/** Subtracts only what the current window has counted: a refund after the end of its window must not open a new one. */
const ADD = `
  if tonumber(ARGV[2]) < 0 and tonumber(redis.call('GET', KEYS[1]) or 0) <= 0 then return { 0, 0 } end
  local count = redis.call('INCRBY', KEYS[1], ARGV[2])
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]); ttl = tonumber(ARGV[1]) end
  return { count, ttl }`

const ADD_DISTINCT = `
  local added = {}
  for i = 3, #ARGV do
    if redis.call('SISMEMBER', KEYS[1], ARGV[i]) == 0 then added[#added + 1] = ARGV[i] end
  end
  local count = redis.call('SCARD', KEYS[1]) + #added
  if #added > 0 and count <= tonumber(ARGV[2]) then redis.call('SADD', KEYS[1], unpack(added)) end
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]); ttl = tonumber(ARGV[1]) end
  return { count, ttl }`

/**
 * The generic cell rate algorithm: one token is refilled per interval, and the key holds the time at which the bucket
 * will be full again. That time is at most `max` + `burst` intervals ahead.
 */
const TAKE_TOKEN = `
  local interval = ARGV[1] / ARGV[2]
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local refilledAt = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + interval
  local wait = refilledAt - now - interval * (ARGV[2] + ARGV[3])
  if wait > 0 then return { 0, math.ceil(wait) } end
  redis.call('SET', KEYS[1], string.format('%.3f', refilledAt), 'PX', math.ceil(refilledAt - now))
  return { 0, 0 }`

const windowKey = (key: string): string => `limit:${key}`

/**
 * Returns a key other than the window's: during a rolling update, gateways of the previous release may still count the
 * same limit in a window.
 */
const bucketKey = (key: string): string => `pace:${key}`

/** The time without calls to Redis after one has failed, so that a hung Redis does not slow down every request. */
const COOLDOWN_MS = 2_000

/** Returns whether a script is broken, or a key has another type than the script expects. */
const isScriptError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ReplyError' && /^(?:ERR|WRONGTYPE)\b/.test(error.message)

/**
 * Creates counters that all gateways share; while Redis is unavailable, each gateway counts on its own. A call whose
 * script fails is also counted by this gateway alone, without a cooldown for the other limits.
 */
export function createCounters({ redis, log }: Pick<Ctx, 'redis' | 'log'>): Counters {
  const memory = createMemoryCounters()
  let cooldownUntil = 0
  let quietUntil = 0

  /** Logs at most one error per cooldown, since every request takes a limit. */
  function logError(err: unknown): void {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + COOLDOWN_MS
    if (isScriptError(err)) log.error({ err }, 'a script of the rate limits failed')
    else log.warn({ err }, 'Redis is unavailable, so this gateway counts rate limits on its own')
  }

  /** Runs a script; returns null if Redis is unavailable or the script fails. */
  async function runScript(script: string, redisKey: string, values: (string | number)[]): Promise<WindowCount | null> {
    if (Date.now() < cooldownUntil) return null
    try {
      const [count, resetMs] = (await redis.eval(script, 1, redisKey, ...values)) as [number, number]
      return { count, resetMs }
    } catch (error) {
      logError(error)
      if (!isScriptError(error)) cooldownUntil = Date.now() + COOLDOWN_MS
      return null
    }
  }

  return {
    add: async (key, windowMs, amount) =>
      (await runScript(ADD, windowKey(key), [windowMs, amount])) ?? memory.add(key, windowMs, amount),
    async takeToken(key, bucket) {
      const result = await runScript(TAKE_TOKEN, bucketKey(key), [bucket.windowMs, bucket.max, bucket.burst])
      return result ? result.resetMs : memory.takeToken(key, bucket)
    },
    addDistinct: async (key, windowMs, elements, max) =>
      (await runScript(ADD_DISTINCT, windowKey(key), [windowMs, max, ...elements])) ??
      memory.addDistinct(key, windowMs, elements, max),
  }
}
