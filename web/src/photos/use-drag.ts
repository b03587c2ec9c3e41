import type { Album, Photo } from '@app/contract/photos'
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { withMoved } from './albums.ts'
import { scrollerOf, scrollNear } from './edge-scroll.ts'

/** In pixels; a smaller movement counts as a click. */
const THRESHOLD = 6

type Dragged = { photo: Photo; x: number; y: number; arranged: readonly Photo[] }

/** Returns where the dragged photo would be dropped; null outside of albums and over itself. */
function dropTargetAt(x: number, y: number, id: string): { album: Album; over: string | null } | null {
  const under = document.elementFromPoint(x, y)
  const album = under?.closest<HTMLElement>('[data-album]')?.dataset.album as Album | undefined
  const over = under?.closest<HTMLElement>('[data-photo]')?.dataset.photo ?? null
  return album && over !== id ? { album, over } : null
}

function previewDropAt(now: readonly Photo[], id: string, x: number, y: number): readonly Photo[] {
  const found = dropTargetAt(x, y, id)
  if (!found) return now
  const over = now.find((photo) => photo.id === found.over)
  const moving = now.find((photo) => photo.id === id)
  if (!over && moving?.album === found.album) return now
  return withMoved(now, id, found.album, over ? over.ordinal : Number.POSITIVE_INFINITY)
}

/** Drags photos with the pointer: the others make room, and a drop keeps the order shown. */
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
    let now: Dragged | null = null
    let frame = 0

    const show = (next: Dragged | null) => {
      now = next
      setDragged(next)
    }
    const stopAll = () => {
      controller.abort()
      cancelAnimationFrame(frame)
    }
    const end = () => {
      stopAll()
      show(null)
    }
    const dragTo = (x: number, y: number) =>
      show({ photo, x, y, arranged: previewDropAt(now?.arranged ?? photos, photo.id, x, y) })
    // Scrolls the album while the pointer rests at its edge.
    const scrollOn = () => {
      if (now && scrollNear(scroller, now.y)) dragTo(now.x, now.y)
      frame = requestAnimationFrame(scrollOn)
    }
    const onMove = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!now && Math.hypot(x - clientX, y - clientY) < THRESHOLD) return
      wasDragged.current = true
      if (!now) frame = requestAnimationFrame(scrollOn)
      dragTo(x, y)
    }
    const onUp = () => {
      const dropped = now?.arranged
      end()
      if (dropped && dropped !== photos) onDrop(dropped)
    }
    window.addEventListener('pointermove', onMove, { signal })
    window.addEventListener('pointerup', onUp, { signal })
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
    stop.current = stopAll
  }

  /** Returns whether a click only ends a drag. Keyboard clicks, whose `detail` is 0, never do. */
  const endsDrag = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => wasDragged.current && detail > 0

  return { dragged, start, endsDrag }
}
