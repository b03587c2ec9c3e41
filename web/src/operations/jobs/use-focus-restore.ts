import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { focusFailedJobs } from './focus-failed-jobs.ts'

const BUTTONS = 'button'

/**
 * Moves the focus when the focused button is removed: to the button that is now at its index, else to the last button,
 * else to the heading of the list.
 */
export function useFocusRestore(box: RefObject<HTMLElement | null>) {
  const last = useRef<{ button: Element; index: number } | null>(null)
  useEffect(() => {
    if (!last.current || last.current.button.isConnected) return
    const { index } = last.current
    last.current = null
    if (document.activeElement !== document.body) return
    const buttons = box.current?.querySelectorAll<HTMLElement>(BUTTONS) ?? []
    const next = buttons[Math.min(index, buttons.length - 1)]
    if (next) next.focus()
    else focusFailedJobs()
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      const index = [...(box.current?.querySelectorAll(BUTTONS) ?? [])].indexOf(target as HTMLButtonElement)
      last.current = index < 0 ? null : { button: target, index }
    },
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) last.current = null
    },
  }
}
