/** The focus goes to the message around what is about to go away. */
export const focusRowOf = (inside: Element | null): void =>
  inside?.closest('[data-row]')?.querySelector<HTMLElement>('[data-key]')?.focus({ preventScroll: true })
