import type { KeyboardEvent } from 'react'

/** Submits a form with Ctrl or Command and Enter, unless its button is disabled. */
export function submitWithKeys({ key, ctrlKey, metaKey, currentTarget: form }: KeyboardEvent<HTMLFormElement>): void {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  if (key === 'Enter' && (ctrlKey || metaKey) && button && !button.disabled) form.requestSubmit(button)
}
