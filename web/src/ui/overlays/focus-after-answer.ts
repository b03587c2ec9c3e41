const ENTRIES = 'a[data-list-row], [data-letter-card] h3'

/** Returns whether the row is the open one, or the card contains the focus. */
const isInUse = (entry: HTMLElement): boolean =>
  entry.matches('[aria-current]') || Boolean(entry.closest('[data-letter-card]')?.contains(document.activeElement))

/**
 * Call before answering an invite, and run the returned function once it is removed from the list: that moves the focus
 * to the entry after it, else the one before it, else to the page heading.
 */
export function focusAfterAnswer(): () => void {
  const entries = [...document.querySelectorAll<HTMLElement>(ENTRIES)]
  const here = entries.findIndex(isInUse)
  const next = here < 0 ? undefined : (entries[here + 1] ?? entries[here - 1])
  return () => (next?.isConnected ? next : document.querySelector<HTMLElement>('h1'))?.focus()
}

/** Focuses the name of the open letter. Returns false if none is open. */
export function focusLetter(): boolean {
  const name = document.querySelector<HTMLElement>('[data-letter] h2')
  name?.focus()
  return name !== null
}
