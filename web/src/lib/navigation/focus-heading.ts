/** Returns the page's heading. A page that covers the shell on a phone has its own, and hides that of the shell. */
export const findHeading = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-covers-shell] h1') ?? document.querySelector('h1')

/**
 * Focuses the page's heading, for callers that remove the focused element: otherwise a screen reader would continue at
 * the top of the document.
 */
export const focusHeading = (): void => findHeading()?.focus()
