import { type PointerEvent, useRef } from 'react'

/** The distance from which a touch counts as a drag, in pixels. */
const DRAG_START = 6
/** A sheet closes if it is released below this part of its height, or faster than this, in pixels per millisecond. */
const CLOSE_PART = 0.35
const CLOSE_SPEED = 0.6

type Drag = { sheet: HTMLElement; startY: number; startedAt: number; distance: number }

/**
 * Returns the handlers of a bottom sheet's upper edge. The sheet follows a finger that drags the edge down, and closes or
 * returns when it is released. Other pointers and wide windows, where the dialog is not a sheet, do nothing.
 */
export function useSheetDrag(sheetSelector: string, onClose: () => void) {
  const drag = useRef<Drag | null>(null)

  const onPointerDown = ({ pointerType, clientY, timeStamp, currentTarget }: PointerEvent): void => {
    const sheet = currentTarget.closest<HTMLElement>(sheetSelector)
    const isSheet = window.matchMedia('(max-width: 37.5em)').matches
    if (pointerType !== 'touch' || !sheet || !isSheet) return
    drag.current = { sheet, startY: clientY, startedAt: timeStamp, distance: 0 }
  }

  const onPointerMove = ({ clientY, pointerId, currentTarget }: PointerEvent): void => {
    if (!drag.current) return
    const { sheet, startY } = drag.current
    const distance = Math.max(clientY - startY, 0)
    if (distance < DRAG_START && drag.current.distance === 0) return
    currentTarget.setPointerCapture(pointerId)
    drag.current.distance = distance
    sheet.style.transition = 'none'
    sheet.style.translate = `0 ${distance}px`
  }

  const release = (timeStamp: number, mayClose: boolean): void => {
    if (!drag.current) return
    const { sheet, startedAt, distance } = drag.current
    drag.current = null
    // Without these, the style sheet moves the sheet on to its place or out of the window.
    sheet.style.transition = ''
    sheet.style.translate = ''
    const speed = distance / Math.max(timeStamp - startedAt, 1)
    if (mayClose && (distance > sheet.offsetHeight * CLOSE_PART || speed > CLOSE_SPEED)) onClose()
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: ({ timeStamp }: PointerEvent) => release(timeStamp, true),
    onPointerCancel: ({ timeStamp }: PointerEvent) => release(timeStamp, false),
  }
}
