/** Returns a random number generator with a seed (mulberry32), for repeatable runs. */
export function createSeededRandom(seed: number): {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next: () => number
  below: (limit: number) => number
  pick: <Item>(items: readonly Item[]) => Item
} {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('the list to pick from is empty')
      return item
    },
  }
}
