import type { Id } from '@app/contract/base'

/** The first entry of which something can be seen. */
export function firstOnScreen(): Id | undefined {
  for (const card of document.querySelectorAll<HTMLElement>('[data-entry]'))
    if (card.getBoundingClientRect().bottom >= 0) return card.dataset.entry
  return undefined
}
