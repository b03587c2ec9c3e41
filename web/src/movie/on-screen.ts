import type { Id } from '@app/contract/base'

/** Returns the id of the first entry that does not end above the viewport, if any. */
export function findFirstVisibleId(): Id | undefined {
  for (const card of document.querySelectorAll<HTMLElement>('[data-entry]'))
    if (card.getBoundingClientRect().bottom >= 0) return card.dataset.entry
  return undefined
}
