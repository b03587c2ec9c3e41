import { RETRY_DELAY_MAX, RETRY_DELAY_MIN } from '@app/contract/limits'

/** The number of attempts after which the delay stays the same. */
const LONGEST = 10

/** Returns the delay before the next attempt: random, and longer with each attempt. */
export const retryDelay = (tries = 1): number =>
  (RETRY_DELAY_MIN + Math.random() * (RETRY_DELAY_MAX - RETRY_DELAY_MIN)) * Math.min(tries, LONGEST)

export const retryPause = (tries?: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, retryDelay(tries))
  })
