import type { Id } from '@app/contract/base'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isAfter } from '../ids.ts'
import { observeViews, type ViewObserver } from './observe-views.ts'

/**
 * Returns the last message that has been in view (at first `initialId`), and a function that observes a message until
 * it is removed. Reports read messages to `onRead`.
 */
export function useViewedMessages(
  scroller: RefObject<HTMLElement | null>,
  initialId: Id | null,
  onRead: (id: Id) => void,
) {
  const [lastViewedId, setLastViewedId] = useState(initialId)
  const observerRef = useRef<ViewObserver | null>(null)
  const elements = useRef(new Map<HTMLElement, Id>())

  useEffect(() => {
    if (!scroller.current) return
    const viewObserver = observeViews(scroller.current, {
      onView: (id) => setLastViewedId((previous) => (isAfter(id, previous) ? id : previous)),
      onRead,
    })
    observerRef.current = viewObserver
    for (const [element, id] of elements.current) viewObserver.watch(element, id)
    return () => {
      observerRef.current = null
      viewObserver.stop()
    }
  }, [scroller, onRead])

  const watch = useCallback((element: HTMLElement, id: Id) => {
    elements.current.set(element, id)
    const unwatch = observerRef.current?.watch(element, id)
    return () => {
      elements.current.delete(element)
      unwatch?.()
    }
  }, [])

  return { lastViewedId, watch }
}
