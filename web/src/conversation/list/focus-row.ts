/** Moves the focus to the message that contains an element which is about to be removed. */
export const focusRowOf = (inside: Element | null): void =>
  inside?.closest('[data-row]')?.querySelector<HTMLElement>('[data-key]')?.focus({ preventScroll: true })
