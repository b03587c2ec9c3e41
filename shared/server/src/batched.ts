import { setImmediate as waitForNextTick } from 'node:timers/promises'

/** Returns a function that collects the items of one event loop tick and passes them to a single call of `runBatch`. */
export function batched<Item, Result>(runBatch: (items: Item[]) => Promise<Result>): (item: Item) => Promise<Result> {
  let pending: Item[] = []
  let currentBatch: Promise<Result> | undefined

  async function runOnNextTick(): Promise<Result> {
    await waitForNextTick()
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
