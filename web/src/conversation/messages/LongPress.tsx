import { useEffect, useRef } from 'react'

const PRESS_MS = 400
/** A finger that moves further than this scrolls instead. */
const MOVE_MAX_PX = 10

/** Prevents the click that some browsers send when the finger is lifted after a long press. */
function preventNextClick(): void {
  const prevent = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = (): void => window.removeEventListener('click', prevent, true)
  window.addEventListener('click', prevent, { capture: true, once: true })
  // Other browsers send no such click: the next click then comes from a new touch or a key.
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, stop, { capture: true, once: true })
}

/** Returns the message or the comment that contains an element, unless the element is part of a form. */
function findPressable(target: Element): HTMLElement | null {
  const isInField = target.closest('[role="log"] form, textarea') !== null
  return isInField ? null : target.closest<HTMLElement>('[role="log"] :is([data-comment], [data-key])')
}

type Press = { timer: ReturnType<typeof setTimeout>; x: number; y: number }

/** Calls `onPress` when a finger rests on a message or a comment for a while, with its element and the row's key. */
export function LongPress({ onPress }: { onPress: (element: HTMLElement, key: string) => void }) {
  const latest = useRef(onPress)
  useEffect(() => {
    latest.current = onPress
  })
  useEffect(() => {
    let press: Press | null = null
    function cancel(): void {
      clearTimeout(press?.timer)
      press = null
    }
    function onPointerDown({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent): void {
      cancel()
      const element = pointerType === 'touch' && isPrimary ? findPressable(target as Element) : null
      if (!element) return
      const timer = setTimeout(() => {
        preventNextClick()
        latest.current(element, element.closest<HTMLElement>('[data-key]')?.dataset.key ?? '')
      }, PRESS_MS)
      press = { timer, x, y }
    }
    function onPointerMove({ clientX, clientY }: PointerEvent): void {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > MOVE_MAX_PX) cancel()
    }
    // The browser's own menu would open at the same time.
    const onContextMenu = (event: Event): void => {
      if (press) event.preventDefault()
    }
    const controller = new AbortController()
    const options = { signal: controller.signal }
    document.addEventListener('pointerdown', onPointerDown, options)
    document.addEventListener('pointermove', onPointerMove, options)
    document.addEventListener('pointerup', cancel, options)
    document.addEventListener('pointercancel', cancel, options)
    document.addEventListener('contextmenu', onContextMenu, options)
    return () => {
      cancel()
      controller.abort()
    }
  }, [])
  return null
}
