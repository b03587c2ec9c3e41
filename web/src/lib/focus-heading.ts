/** Where what had the focus is gone, reading goes on at the top of the page, not at the top of the document. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('h1')?.focus()
