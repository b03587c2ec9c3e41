import { RETRY_DELAY_MAX_MS, RETRY_DELAY_MIN_MS } from '@app/contract/limits'

/** The number of attempts after which the delay stays the same. */
const DELAY_STEPS_MAX = 10

/** Returns the delay before the next attempt in milliseconds: random, and longer after more attempts, up to a limit. */
export const computeRetryDelayMs = (attempt = 1): number =>
  (RETRY_DELAY_MIN_MS + Math.random() * (RETRY_DELAY_MAX_MS - RETRY_DELAY_MIN_MS)) * Math.min(attempt, DELAY_STEPS_MAX)

/** Waits for the delay before the next attempt. */
export const waitForRetry = (attempt?: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, computeRetryDelayMs(attempt))
  })
