import { isRefusedStatement } from '@app/server/db/database'

/** Does something for all of them at once; where one spoils it, for each half, down to that one, which is left out. */
export async function inHalves<Item, Result>(
  items: Item[],
  work: (items: Item[]) => Promise<Result[]>,
  leaveOut: (error: unknown) => void,
): Promise<Result[]> {
  try {
    return items.length === 0 ? [] : await work(items)
  } catch (error) {
    if (!isRefusedStatement(error)) throw error
    if (items.length === 1) leaveOut(error)
    if (items.length <= 1) return []
    const middle = Math.ceil(items.length / 2)
    const first = await inHalves(items.slice(0, middle), work, leaveOut)
    return [...first, ...(await inHalves(items.slice(middle), work, leaveOut))]
  }
}
