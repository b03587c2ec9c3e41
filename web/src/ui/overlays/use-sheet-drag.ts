import { type PointerEvent, useRef } from 'react'

/** The minimum distance at which a touch counts as a drag, in pixels. */
const DRAG_START = 6
/** A sheet closes if it is dragged down by more than this part of its height. */
const CLOSE_PART = 0.35
/** A sheet also closes if it is released faster than this, in pixels per millisecond, after at least this distance. */
const CLOSE_SPEED = 0.6
const SWIPE_MIN = 48
/** The last part of the gesture, over which its speed is measured, in milliseconds. */
const SPEED_PERIOD_MS = 100

/** The distance from the start of the gesture at a point in time. */
type Sample = { at: number; distance: number }
type Drag = { sheet: HTMLElement; startY: number; distance: number; samples: Sample[] }

/** Returns the distance at a point in time, interpolated between the samples. */
function distanceAt(samples: readonly Sample[], time: number): number {
  const before = samples.findLast(({ at }) => at <= time) ?? samples[0]
  const after = samples.find(({ at }) => at > time)
  if (!before) return 0
  if (!after || after.at === before.at) return before.distance
  return before.distance + ((after.distance - before.distance) * (time - before.at)) / (after.at - before.at)
}

/** Returns the speed over the last part of the gesture, downward, in pixels per millisecond. */
function speedOf({ samples, distance }: Drag, releasedAt: number): number {
  const since = Math.max(releasedAt - SPEED_PERIOD_MS, samples[0]?.at ?? releasedAt)
  return (distance - distanceAt(samples, since)) / Math.max(releasedAt - since, 1)
}

const isSheet = (): boolean => window.matchMedia('(max-width: 37.5em)').matches

/**
 * Returns the handlers of a bottom sheet's upper edge. The sheet follows a finger that drags the edge down, and
 * closes or returns when it is released. Other pointers do nothing, nor does a finger in a wide window, where the dialog
 * is not a sheet.
 */
export function useSheetDrag(sheetSelector: string, onClose: () => void) {
  const drag = useRef<Drag | null>(null)

  const onPointerDown = ({ pointerType, isPrimary, clientY, timeStamp, currentTarget }: PointerEvent): void => {
    if (!isPrimary) return
    const sheet = currentTarget.closest<HTMLElement>(sheetSelector)
    if (pointerType !== 'touch' || !sheet || !isSheet()) return
    drag.current = { sheet, startY: clientY, distance: 0, samples: [{ at: timeStamp, distance: 0 }] }
  }

  const onPointerMove = ({ isPrimary, clientY, timeStamp, pointerId, currentTarget }: PointerEvent): void => {
    if (!drag.current || !isPrimary) return
    const { sheet, startY } = drag.current
    const distance = Math.max(clientY - startY, 0)
    if (distance < DRAG_START && drag.current.distance === 0) return
    currentTarget.setPointerCapture(pointerId)
    drag.current.distance = distance
    drag.current.samples.push({ at: timeStamp, distance })
    sheet.style.transition = 'none'
    sheet.style.translate = `0 ${distance}px`
  }

  const release = ({ isPrimary, timeStamp }: PointerEvent, mayClose: boolean): void => {
    if (!drag.current || !isPrimary) return
    const { sheet, distance } = drag.current
    const isSwipe = distance >= SWIPE_MIN && speedOf(drag.current, timeStamp) > CLOSE_SPEED
    drag.current = null
    // Without these inline styles, the style sheet moves the sheet back, or out of the window.
    sheet.style.transition = ''
    sheet.style.translate = ''
    if (mayClose && (isSwipe || distance > sheet.offsetHeight * CLOSE_PART)) onClose()
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: (event: PointerEvent) => release(event, true),
    onPointerCancel: (event: PointerEvent) => release(event, false),
  }
}
