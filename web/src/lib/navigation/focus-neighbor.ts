/**
 * Moves the focus from a button in a list, whose item is about to be removed, to the button of the next item, else of
 * the previous one, else to `fallback`. Each item has one button.
 */
export function focusNeighbor(button: HTMLElement, fallback: HTMLElement | null | undefined): void {
  const buttons = [...(button.closest('ul')?.querySelectorAll<HTMLElement>('button') ?? [])]
  const index = buttons.indexOf(button)
  const neighbor = buttons[index + 1] ?? buttons[index - 1] ?? fallback
  neighbor?.focus()
}
