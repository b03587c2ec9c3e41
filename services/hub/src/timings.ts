import { ONLINE_LIFETIME_MS } from '@app/contract/limits'

/** The intervals of the hub's periodic tasks, and the lifetime of a presence key. */
export type Timings = {
  presenceTickMs: number
  keyRenewalMs: number
  sampleMs: number
  sessionReviewMs: number
  keyLifetimeMs: number
}

const KEY_RENEWAL_MS = 15_000
/** The time until other hubs notice an expired key: each reads keys whenever it renews its own. Includes a margin. */
const EXPIRY_NOTICE_MS = KEY_RENEWAL_MS + 5_000

/** A key that its hub no longer renews expires, and other hubs notice it, within ONLINE_LIFETIME_MS. */
export const DEFAULT_TIMINGS: Timings = {
  presenceTickMs: 1_000,
  keyRenewalMs: KEY_RENEWAL_MS,
  sampleMs: 10_000,
  sessionReviewMs: 60_000,
  keyLifetimeMs: ONLINE_LIFETIME_MS - EXPIRY_NOTICE_MS,
}

/** Runs a task at an interval, and skips a run while the previous one is in progress. Returns the timer. */
export function runEvery(intervalMs: number, task: () => Promise<void>): NodeJS.Timeout {
  let isBusy = false
  return setInterval(() => {
    if (isBusy) return
    isBusy = true
    void task().finally(() => {
      isBusy = false
    })
  }, intervalMs)
}
