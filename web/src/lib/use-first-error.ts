import { type RefObject, useEffect, useRef } from 'react'

/** After a submit that failed, the first field with a problem gets the focus. */
export function useFirstError(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [submitCount])
  return form
}
