import { PAGE_MAX } from '@app/contract/limits'

/**
 * Requests all pages of a short list. `fetchPage` receives the items before its page. An item that moved to a later page
 * meanwhile is returned once.
 */
export async function fetchAll<Item>(
  fetchPage: (previousItems: readonly Item[]) => Promise<readonly Item[]>,
  keyOf: (item: Item) => string,
): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    const page = await fetchPage(items)
    items.push(...page)
    if (page.length < PAGE_MAX) return [...new Map(items.map((item) => [keyOf(item), item])).values()]
  }
}
