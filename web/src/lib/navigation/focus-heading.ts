/**
 * Focuses the page's heading when the focused element was removed, so that reading continues there and not at the top
 * of the document.
 */
export const focusHeading = (): void => document.querySelector<HTMLElement>('h1')?.focus()
