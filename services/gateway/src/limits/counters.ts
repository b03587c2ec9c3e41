/** The count of a window, and the milliseconds until the window ends. */
export type WindowCount = { count: number; resetMs: number }

/** A token bucket: holds up to `max` + `burst` tokens, refilled at `max` per window. */
export type TokenBucket = { max: number; windowMs: number; burst: number }

/** Counters of fixed windows that begin with the first hit, and token buckets. */
export type Counters = {
  /** Adds an amount to the count of a window. A negative amount only changes a window with a count. */
  add: (key: string, windowMs: number, amount: number) => Promise<WindowCount>
  /** Takes one token from a bucket. Returns 0, or the milliseconds until a token is available. */
  takeToken: (key: string, bucket: TokenBucket) => Promise<number>
  /**
   * Adds the elements that the window lacks, or none of them if its count would exceed `max`. Returns the count that
   * includes all elements in both cases.
   */
  addDistinct: (key: string, windowMs: number, elements: string[], max: number) => Promise<WindowCount>
}
