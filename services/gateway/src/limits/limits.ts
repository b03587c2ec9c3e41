import { RATES, type Rate } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { counter } from '@app/server/metrics/instruments'
import { type Count, type Counters, createCounters } from './counters.ts'
import { createUploadSlots, UNLIMITED_UPLOADS, type UploadSlots } from './upload-slots.ts'

export type RateName = keyof typeof RATES

export type Limits = {
  uploads: UploadSlots
  /** Counts one more and refuses what goes over the limit. */
  take: (name: RateName, who: string) => Promise<void>
  /** Counts one more; returns whether it is within the limit, for callers that must not show a refusal. */
  tryTake: (name: RateName, who: string) => Promise<boolean>
  /** Counts those that were not counted before, and refuses when they go over the limit. */
  takeDistinct: (name: RateName, who: string, things: string[]) => Promise<void>
  /** Counts those that were not counted before, over the limit too: for answers to writes, which have happened. */
  addDistinct: (name: RateName, who: string, things: string[]) => Promise<void>
  /** Refuses once as many are counted as the limit allows. */
  requireLeft: (name: RateName, who: string) => Promise<void>
  /** Takes back what did not count after all. */
  giveBack: (name: RateName, who: string) => Promise<void>
}

/** All rates of the contract, by name and by whom they count. Switched off, nothing is counted. */
export function createLimits(ctx: Ctx, counters: Counters = createCounters(ctx.redis)): Limits {
  if (!ctx.config.rateLimits) {
    const nothing = async (): Promise<void> => {}
    return {
      uploads: UNLIMITED_UPLOADS,
      take: nothing,
      tryTake: async () => true,
      takeDistinct: nothing,
      addDistinct: nothing,
      requireLeft: nothing,
      giveBack: nothing,
    }
  }
  const refusals = counter(ctx.metrics, {
    name: 'salong_rate_limit_refusals_total',
    help: 'What was refused because there was too much of it, by limit',
    labelNames: ['limit'],
  })
  const refusal = (limit: RateName, { resetMs }: Count): AppError => {
    refusals.inc({ limit })
    return new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(resetMs, 1_000) / 1_000 })
  }
  const rateOf = (name: RateName): Rate => RATES[name]
  const keyOf = (name: RateName, who: string): string => `${name}:${who}`
  const add = (name: RateName, who: string) => counters.add(keyOf(name, who), rateOf(name).windowMs, 1)
  return {
    uploads: createUploadSlots(),
    async take(name, who) {
      const { max, windowMs, burst } = rateOf(name)
      if (burst !== undefined) {
        const resetMs = await counters.spend(keyOf(name, who), { max, windowMs, burst })
        if (resetMs > 0) throw refusal(name, { count: max, resetMs })
        return
      }
      const count = await add(name, who)
      if (count.count > max) throw refusal(name, count)
    },
    async tryTake(name, who) {
      const { count } = await add(name, who)
      const fits = count <= rateOf(name).max
      if (!fits) refusals.inc({ limit: name })
      return fits
    },
    async takeDistinct(name, who, things) {
      if (things.length === 0) return
      const { max, windowMs } = rateOf(name)
      const count = await counters.addDistinct(keyOf(name, who), windowMs, things, max)
      if (count.count > max) throw refusal(name, count)
    },
    async addDistinct(name, who, things) {
      if (things.length === 0) return
      await counters.addDistinct(keyOf(name, who), rateOf(name).windowMs, things, Number.MAX_SAFE_INTEGER)
    },
    async requireLeft(name, who) {
      const { max, windowMs } = rateOf(name)
      const count = await counters.addDistinct(keyOf(name, who), windowMs, [], max)
      if (count.count >= max) throw refusal(name, count)
    },
    async giveBack(name, who) {
      await counters.add(keyOf(name, who), rateOf(name).windowMs, -1)
    },
  }
}
