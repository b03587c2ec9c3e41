import type { Album, Photo } from '@app/contract/photos'
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { withMoved } from './albums.ts'
import { scrollerOf, scrollNear } from './edge-scroll.ts'

/** A smaller movement counts as a click. */
const DRAG_THRESHOLD_PX = 6

type Dragged = { photo: Photo; x: number; y: number; arranged: readonly Photo[] }

/** Returns where the dragged photo would be dropped; null outside of albums and over itself. */
function dropTargetAt(x: number, y: number, id: string): { album: Album; overId: string | null } | null {
  const elementAtPoint = document.elementFromPoint(x, y)
  const album = elementAtPoint?.closest<HTMLElement>('[data-album]')?.dataset.album as Album | undefined
  const overId = elementAtPoint?.closest<HTMLElement>('[data-photo]')?.dataset.photo ?? null
  return album && overId !== id ? { album, overId } : null
}

function previewDropAt(current: readonly Photo[], id: string, x: number, y: number): readonly Photo[] {
  const target = dropTargetAt(x, y, id)
  if (!target) return current
  const overPhoto = current.find((photo) => photo.id === target.overId)
  const movedPhoto = current.find((photo) => photo.id === id)
  if (!overPhoto && movedPhoto?.album === target.album) return current
  return withMoved(current, id, target.album, overPhoto ? overPhoto.ordinal : Number.POSITIVE_INFINITY)
}

/** Drags photos with the pointer: the other photos make room, and a drop passes the shown order to `onDrop`. */
export function useDrag(photos: readonly Photo[], onDrop: (photos: readonly Photo[]) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const stop = useRef<() => void>(() => undefined)
  const wasDragged = useRef(false)
  useEffect(() => () => stop.current(), [])

  function start(event: ReactPointerEvent, photo: Photo): void {
    wasDragged.current = false
    if (event.button !== 0) return
    const { clientX, clientY, currentTarget } = event
    const controller = new AbortController()
    const { signal } = controller
    // Read at the start, because the photo may move to another album during the drag.
    const scroller = scrollerOf(currentTarget)
    let current: Dragged | null = null
    let frame = 0

    const update = (next: Dragged | null) => {
      current = next
      setDragged(next)
    }
    const stopDragging = () => {
      controller.abort()
      cancelAnimationFrame(frame)
    }
    const endDrag = () => {
      stopDragging()
      update(null)
    }
    // Renders at once, because the next move looks for the photo under the pointer in the rendered order.
    const dragTo = (x: number, y: number) => {
      const arranged = previewDropAt(current?.arranged ?? photos, photo.id, x, y)
      flushSync(() => update({ photo, x, y, arranged }))
    }
    // Scrolls the container while the pointer rests at its edge.
    const scrollAtEdge = () => {
      if (current && scrollNear(scroller, current.y)) dragTo(current.x, current.y)
      frame = requestAnimationFrame(scrollAtEdge)
    }
    const onMove = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!current && Math.hypot(x - clientX, y - clientY) < DRAG_THRESHOLD_PX) return
      wasDragged.current = true
      if (!current) frame = requestAnimationFrame(scrollAtEdge)
      dragTo(x, y)
    }
    const onUp = () => {
      const dropped = current?.arranged
      endDrag()
      if (dropped && dropped !== photos) onDrop(dropped)
    }
    window.addEventListener('pointermove', onMove, { signal })
    window.addEventListener('pointerup', onUp, { signal })
    window.addEventListener('pointercancel', endDrag, { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && endDrag(), { signal })
    stop.current = stopDragging
  }

  /** Returns whether a click only ends a drag. Keyboard clicks, whose `detail` is 0, never do. */
  const endsDrag = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => wasDragged.current && detail > 0

  return { dragged, start, endsDrag }
}
