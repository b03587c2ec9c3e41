import type { Album, Photo } from '@app/contract/photos'
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { withMoved } from './albums.ts'
import { scrollerOf, scrollNear } from './edge-scroll.ts'

/** A pointer that has moved less than this has clicked. */
const THRESHOLD = 6

type Dragged = { photo: Photo; x: number; y: number; arranged: readonly Photo[] }

/** Where a photo would stand if it were dropped here; null over nothing that takes it. */
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

/** Photos under a pointer: they make room for the one that is dragged, and what is shown then is what a drop keeps. */
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
    // Asked for now: the photo itself may come to stand in another album meanwhile.
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
    // The album goes by under a pointer that rests at the edge.
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

  /** A click that ends a drag means nothing else. A key, which clicks without a place, never does. */
  const endsDrag = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => wasDragged.current && detail > 0

  return { dragged, start, endsDrag }
}
