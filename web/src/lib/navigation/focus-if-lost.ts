/**
 * Focuses an element that is rendered in place of the focused one, which has just been removed. For use as a ref. Does
 * nothing if another element has the focus.
 */
export function focusIfLost(replacement: HTMLElement | null): void {
  if (document.activeElement === document.body) replacement?.focus({ preventScroll: true })
}
