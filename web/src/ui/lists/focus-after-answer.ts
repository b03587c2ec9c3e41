import { findHeading } from '../../lib/navigation/focus-heading.ts'

const ENTRIES = 'a[data-list-row], [data-invite-card] h3'

/** Returns whether an entry is the open row, or in the card with the focus. */
const isInUse = (entry: HTMLElement): boolean =>
  entry.matches('[aria-current]') || Boolean(entry.closest('[data-invite-card]')?.contains(document.activeElement))

/**
 * Returns a function that moves the focus to the entry after an answered invite, else to the entry before it, else to
 * the page heading. Call `prepareFocusAfterAnswer` before answering, and the returned function once the list no longer
 * contains the invite.
 */
export function prepareFocusAfterAnswer(): () => void {
  const entries = [...document.querySelectorAll<HTMLElement>(ENTRIES)]
  const index = entries.findIndex(isInUse)
  const next = index < 0 ? undefined : (entries[index + 1] ?? entries[index - 1])
  return () => (next?.isConnected ? next : findHeading())?.focus()
}

/** Focuses the name of the invite shown in full. Returns false if there is none. */
export function focusOpenInvite(): boolean {
  const name = document.querySelector<HTMLElement>('[data-open-invite] h2')
  name?.focus()
  return name !== null
}
