/** Moves the focus from an element that is about to be removed to the message that contains it. */
export const focusRowOf = (element: Element | null): void =>
  element?.closest('[data-row]')?.querySelector<HTMLElement>('[data-key]')?.focus({ preventScroll: true })
