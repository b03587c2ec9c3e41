import type { Id } from '@app/contract/base'
import { isPageActive, onPageActivity } from '../../lib/device/page-active.ts'
import { isAfter } from '../ids.ts'

/** The time that a message has to be in view on a focused page to count as read. */
const READ_DELAY_MS = 500
/** The fraction of a message's height, or of the viewport's, that has to be visible. */
const VISIBLE_FRACTION_MIN = 0.5

export type ViewObserver = {
  /** Observes a message. Returns a function that stops observing. */
  watch: (element: HTMLElement, id: Id) => () => void
  stop: () => void
}

type Listeners = {
  /** Called when a message comes into view, even on an unfocused page. */
  onView: (id: Id) => void
  /** Called when a message has been read. */
  onRead: (id: Id) => void
}

/** Observes which messages of a scrolling list come into view, and which ones have been read there. */
export function observeViews(root: HTMLElement, { onView, onRead }: Listeners): ViewObserver {
  const ids = new Map<Element, Id>()
  /** The time since which each message has been in view, in ms since the epoch. */
  const readSince = new Map<Id, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Reports the last message that has been in view for long enough, and checks again when the next one may be. */
  function checkRead(): void {
    clearTimeout(timer)
    if (!isPageActive()) return
    const now = Date.now()
    const readIds = [...readSince].filter(([, since]) => now - since >= READ_DELAY_MS).map(([id]) => id)
    const lastReadId = readIds.reduce<Id | null>((furthest, id) => (isAfter(id, furthest) ? id : furthest), null)
    if (lastReadId) onRead(lastReadId)
    const unreadSince = [...readSince.values()].filter((since) => now - since < READ_DELAY_MS)
    if (unreadSince.length > 0) timer = setTimeout(checkRead, Math.min(...unreadSince) + READ_DELAY_MS - now)
  }

  /** Restarts the reading time when the reader returns to the page. */
  function onActivity(): void {
    for (const id of readSince.keys()) readSince.set(id, Date.now())
    checkRead()
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio, intersectionRect, rootBounds } of entries) {
        const id = ids.get(target)
        if (!id) continue
        const heightMin = (rootBounds?.height ?? 0) * VISIBLE_FRACTION_MIN
        const isVisibleEnough = intersectionRatio >= VISIBLE_FRACTION_MIN || intersectionRect.height >= heightMin
        if (!isIntersecting || !isVisibleEnough) readSince.delete(id)
        else if (!readSince.has(id)) {
          readSince.set(id, Date.now())
          onView(id)
        }
      }
      checkRead()
    },
    // More than one threshold, since half of the viewport is a different fraction of a tall message.
    { root, threshold: [0, 0.25, VISIBLE_FRACTION_MIN, 0.75, 1] },
  )
  const stopActivity = onPageActivity(onActivity)

  return {
    watch(element, id) {
      ids.set(element, id)
      observer.observe(element)
      return () => {
        observer.unobserve(element)
        ids.delete(element)
        readSince.delete(id)
      }
    },
    stop() {
      clearTimeout(timer)
      observer.disconnect()
      stopActivity()
    },
  }
}
