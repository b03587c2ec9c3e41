/** The count of a window, and the milliseconds until the window ends. */
export type WindowCount = { count: number; resetMs: number }

/** `max` units per window, evenly paced, of which up to `max` + `burst` may be consumed at once. */
export type BurstRate = { max: number; windowMs: number; burst: number }

/** Counters of fixed windows that begin with the first hit, and of evenly paced rates. */
export type Counters = {
  /** Adds an amount, which may be negative, to the count of a window. */
  add: (key: string, windowMs: number, amount: number) => Promise<WindowCount>
  /** Consumes one unit of a rate with a burst. Returns 0, or the milliseconds until a unit is available. */
  consume: (key: string, rate: BurstRate) => Promise<number>
  /**
   * Adds the elements that the window lacks, or none of them if its count would exceed `max`. Returns the count that
   * includes all elements in both cases.
   */
  addDistinct: (key: string, windowMs: number, elements: string[], max: number) => Promise<WindowCount>
}
