const ENTRIES = 'a[data-list-row], [data-letter-card] h3'

/** The row of what is open, or the card in which the focus is. */
const isInUse = (entry: HTMLElement): boolean =>
  entry.matches('[aria-current]') || Boolean(entry.closest('[data-letter-card]')?.contains(document.activeElement))

/**
 * To be asked before an invite is answered, and run when it is out of the list: the focus then goes to what stood after
 * it, else before it, else to the top of the page.
 */
export function focusAfterAnswer(): () => void {
  const entries = [...document.querySelectorAll<HTMLElement>(ENTRIES)]
  const here = entries.findIndex(isInUse)
  const next = here < 0 ? undefined : (entries[here + 1] ?? entries[here - 1])
  return () => (next?.isConnected ? next : document.querySelector<HTMLElement>('h1'))?.focus()
}

/** To the name of the letter that is open. False where none is. */
export function focusLetter(): boolean {
  const name = document.querySelector<HTMLElement>('[data-letter] h2')
  name?.focus()
  return name !== null
}
