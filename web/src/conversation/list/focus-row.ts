/** Moves the focus to the message that contains an element, which is about to be removed. */
export const focusRowOf = (element: Element | null): void =>
  element?.closest('[data-row]')?.querySelector<HTMLElement>('[data-key]')?.focus({ preventScroll: true })
