import { isRejectedStatement } from '@app/server/db/database'

/**
 * Processes a batch; if a statement is rejected, bisects the batch down to the poison item and leaves that item out.
 */
export async function bisectBatch<Item, Result>(
  items: Item[],
  work: (items: Item[]) => Promise<Result[]>,
  onPoison: (error: unknown) => void,
): Promise<Result[]> {
  try {
    return items.length === 0 ? [] : await work(items)
  } catch (error) {
    if (!isRejectedStatement(error)) throw error
    if (items.length === 1) onPoison(error)
    if (items.length <= 1) return []
    const middle = Math.ceil(items.length / 2)
    const first = await bisectBatch(items.slice(0, middle), work, onPoison)
    return [...first, ...(await bisectBatch(items.slice(middle), work, onPoison))]
  }
}
