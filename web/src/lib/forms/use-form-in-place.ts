import { type RefObject, useEffect, useRef, useState } from 'react'

type FormInPlace = {
  /** The element that contains the button or the form. */
  row: RefObject<HTMLDivElement | null>
  open: boolean
  setOpen: (open: boolean) => void
}

/** Returns the state of a form that replaces the button that opens it. Moves the focus into the form and back. */
export function useFormInPlace(): FormInPlace {
  const [open, setOpen] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (open !== wasOpen.current) row.current?.querySelector<HTMLElement>(open ? 'input' : 'button')?.focus()
    wasOpen.current = open
  }, [open])
  return { row, open, setOpen }
}
