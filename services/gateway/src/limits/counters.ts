export type Count = { count: number; resetMs: number }

export type BurstRate = { max: number; windowMs: number; burst: number }

/** Counters of fixed windows that begin with the first hit, and of evenly paced rates. */
export type Counters = {
  /** Adds to a window and returns its count. */
  add: (key: string, windowMs: number, by: number) => Promise<Count>
  /** Takes one unit of a rate with a burst; returns the milliseconds until one is available, 0 if it was taken. */
  consume: (key: string, rate: BurstRate) => Promise<number>
  /** Adds the elements that the window lacks, unless that exceeds `max`; returns the resulting count either way. */
  addDistinct: (key: string, windowMs: number, elements: string[], max: number) => Promise<Count>
}
