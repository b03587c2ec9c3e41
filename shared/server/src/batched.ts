import { setImmediate as nextTurn } from 'node:timers/promises'

/** What is asked in one turn of the event loop is answered together. */
export function batched<Item, Result>(runBatch: (items: Item[]) => Promise<Result>): (item: Item) => Promise<Result> {
  let pending: Item[] = []
  let currentBatch: Promise<Result> | undefined

  async function runOnNextTick(): Promise<Result> {
    await nextTurn()
    const items = pending
    pending = []
    currentBatch = undefined
    return runBatch(items)
  }

  return (item) => {
    pending.push(item)
    currentBatch ??= runOnNextTick()
    return currentBatch
  }
}
