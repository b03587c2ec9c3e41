import { RATES, type Rate } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { getCounter } from '@app/server/metrics/instruments'
import type { Counters } from './counters.ts'
import { createCounters } from './redis-counters.ts'
import { createUploadSlots, UNLIMITED_UPLOADS, type UploadSlots } from './upload-slots.ts'

export type RateName = keyof typeof RATES

/** The rates that are counted in windows, and so can be refunded: those without a burst. */
export type WindowRateName = {
  [Name in RateName]: (typeof RATES)[Name] extends { burst: number } ? never : Name
}[RateName]

export type Limits = {
  uploads: UploadSlots
  /** Counts one unit; throws TOO_MANY_REQUESTS if that exceeds the limit. */
  take: (name: RateName, subject: string) => Promise<void>
  /** Counts one unit; returns whether it is within the limit, for callers that must not reveal a rejection. */
  tryTake: (name: WindowRateName, subject: string) => Promise<boolean>
  /** Counts the elements not counted before; throws TOO_MANY_REQUESTS if they exceed the limit. */
  takeDistinct: (name: WindowRateName, subject: string, elements: string[]) => Promise<void>
  /**
   * Counts the elements not counted before, even beyond the limit: for responses to writes that are already committed.
   */
  addDistinct: (name: WindowRateName, subject: string, elements: string[]) => Promise<void>
  /** Throws TOO_MANY_REQUESTS if the count of distinct elements has reached the limit. */
  requireRemaining: (name: WindowRateName, subject: string) => Promise<void>
  /** Subtracts a unit that was counted but must not count. */
  refund: (name: WindowRateName, subject: string) => Promise<void>
}

/**
 * Creates all limits of the contract, counted by rate and subject. With rate limits switched off, nothing is counted.
 */
export function createLimits(ctx: Ctx, counters: Counters = createCounters(ctx)): Limits {
  if (!ctx.config.rateLimits) {
    const noop = async (): Promise<void> => {}
    return {
      uploads: UNLIMITED_UPLOADS,
      take: noop,
      tryTake: async () => true,
      takeDistinct: noop,
      addDistinct: noop,
      requireRemaining: noop,
      refund: noop,
    }
  }
  const rejections = getCounter(ctx.metrics, {
    name: 'salong_rate_limit_refusals_total',
    help: 'Requests that a rate limit rejected, by limit',
    labelNames: ['limit'],
  })
  const createRejection = (limit: RateName, resetMs: number): AppError => {
    rejections.inc({ limit })
    return new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(resetMs, 1_000) / 1_000 })
  }
  const getRate = (name: RateName): Rate => RATES[name]
  const keyFor = (name: RateName, subject: string): string => `${name}:${subject}`
  const add = (name: RateName, subject: string) => counters.add(keyFor(name, subject), getRate(name).windowMs, 1)
  return {
    uploads: createUploadSlots(),
    async take(name, subject) {
      const { max, windowMs, burst } = getRate(name)
      if (burst !== undefined) {
        const resetMs = await counters.takeToken(keyFor(name, subject), { max, windowMs, burst })
        if (resetMs > 0) throw createRejection(name, resetMs)
        return
      }
      const { count, resetMs } = await add(name, subject)
      if (count > max) throw createRejection(name, resetMs)
    },
    async tryTake(name, subject) {
      const { count } = await add(name, subject)
      const isAllowed = count <= getRate(name).max
      if (!isAllowed) rejections.inc({ limit: name })
      return isAllowed
    },
    async takeDistinct(name, subject, elements) {
      if (elements.length === 0) return
      const { max, windowMs } = getRate(name)
      const { count, resetMs } = await counters.addDistinct(keyFor(name, subject), windowMs, elements, max)
      if (count > max) throw createRejection(name, resetMs)
    },
    async addDistinct(name, subject, elements) {
      if (elements.length === 0) return
      await counters.addDistinct(keyFor(name, subject), getRate(name).windowMs, elements, Number.MAX_SAFE_INTEGER)
    },
    async requireRemaining(name, subject) {
      const { max, windowMs } = getRate(name)
      const { count, resetMs } = await counters.addDistinct(keyFor(name, subject), windowMs, [], max)
      if (count >= max) throw createRejection(name, resetMs)
    },
    async refund(name, subject) {
      await counters.add(keyFor(name, subject), getRate(name).windowMs, -1)
    },
  }
}
