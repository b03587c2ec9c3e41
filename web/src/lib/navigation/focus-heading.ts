/**
 * Focuses the page's heading, for callers that remove the focused element: otherwise a screen reader would continue at
 * the top of the document.
 */
export const focusHeading = (): void => document.querySelector<HTMLElement>('h1')?.focus()
