import { isRejectedStatement } from '@app/server/db/database'

/**
 * Processes a batch. If the database rejects a statement, bisects the batch until the poison item is found, reports its
 * error and leaves it out.
 */
export async function bisectBatch<Item, Result>(
  items: Item[],
  processBatch: (items: Item[]) => Promise<Result[]>,
  onPoison: (error: unknown) => void,
): Promise<Result[]> {
  try {
    return items.length === 0 ? [] : await processBatch(items)
  } catch (error) {
    if (!isRejectedStatement(error)) throw error
    if (items.length === 1) onPoison(error)
    if (items.length <= 1) return []
    const middle = Math.ceil(items.length / 2)
    const firstResults = await bisectBatch(items.slice(0, middle), processBatch, onPoison)
    return [...firstResults, ...(await bisectBatch(items.slice(middle), processBatch, onPoison))]
  }
}
