import { RETRY_DELAY_MAX, RETRY_DELAY_MIN } from '@app/contract/limits'

/** A pause that grows no further. */
const LONGEST = 10

/** How long to wait before the next try: never the same for everybody, and longer the more tries there have been. */
export const retryDelay = (tries = 1): number =>
  (RETRY_DELAY_MIN + Math.random() * (RETRY_DELAY_MAX - RETRY_DELAY_MIN)) * Math.min(tries, LONGEST)

export const retryPause = (tries?: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, retryDelay(tries))
  })
