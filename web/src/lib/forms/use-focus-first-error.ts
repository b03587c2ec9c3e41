import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the first field with an error after a failed submit. Returns a ref for the form. */
export function useFocusFirstError(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [submitCount])
  return form
}
