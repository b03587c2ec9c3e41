import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'

type FetchPage<Item> = (limit: number, before?: Id) => Promise<Item[]>

/**
 * Reloads a list, newest first, from its beginning to at least its last loaded item, so that new items do not push out
 * visible ones.
 */
export async function refetchList<Item extends { id: Id }>(
  shownItems: readonly { id: Id }[],
  fetchPage: FetchPage<Item>,
  pageSize = PAGE_DEFAULT,
): Promise<{ items: Item[]; hasMore: boolean }> {
  const oldest = shownItems.at(-1)
  const items: Item[] = []
  for (;;) {
    const limit = Math.min(Math.max(shownItems.length - items.length, pageSize), PAGE_MAX)
    const page = await fetchPage(limit, items.at(-1)?.id)
    items.push(...page)
    const last = page.at(-1)
    const hasMore = page.length === limit
    if (!hasMore || !last || !oldest || BigInt(last.id) <= BigInt(oldest.id)) return { items, hasMore }
  }
}
