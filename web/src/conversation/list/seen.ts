import type { Id } from '@app/contract/base'
import { isPageActive, onPageActivity } from '../../lib/device/page-active.ts'
import { isAfter } from '../ids.ts'

/** The time in milliseconds that a message has to be in view on a focused page to count as read. */
const READ_AFTER = 500
/** The share of a message's height, or of the viewport's, that has to be visible. */
const HALF = 0.5

export type ViewObserver = {
  watch: (element: HTMLElement, id: Id) => () => void
  stop: () => void
}

type Listeners = {
  /** Called when a message comes into view, even on an unfocused page. */
  onView: (id: Id) => void
  /** Called when a message has been read. */
  onRead: (id: Id) => void
}

/** Observes which messages of a scrolling list are in view, and for how long. */
export function observeViews(root: HTMLElement, { onView, onRead }: Listeners): ViewObserver {
  const ids = new Map<Element, Id>()
  /** The time at which the reading of each message in view began. */
  const inView = new Map<Id, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function checkRead(): void {
    clearTimeout(timer)
    if (!isPageActive()) return
    const now = Date.now()
    const read = [...inView].filter(([, since]) => now - since >= READ_AFTER).map(([id]) => id)
    const last = read.reduce<Id | null>((found, id) => (isAfter(id, found) ? id : found), null)
    if (last) onRead(last)
    const waiting = [...inView.values()].filter((since) => now - since < READ_AFTER)
    if (waiting.length > 0) timer = setTimeout(checkRead, Math.min(...waiting) + READ_AFTER - now)
  }

  /** Restarts the reading time when the reader returns to the page. */
  function onActivity(): void {
    for (const id of inView.keys()) inView.set(id, Date.now())
    checkRead()
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio, intersectionRect, rootBounds } of entries) {
        const id = ids.get(target)
        if (!id) continue
        const enough = intersectionRatio >= HALF || intersectionRect.height >= (rootBounds?.height ?? 0) * HALF
        if (!isIntersecting || !enough) inView.delete(id)
        else if (!inView.has(id)) {
          inView.set(id, Date.now())
          onView(id)
        }
      }
      checkRead()
    },
    { root, threshold: [0, 0.25, HALF, 0.75, 1] },
  )
  const stopActivity = onPageActivity(onActivity)

  return {
    watch(element, id) {
      ids.set(element, id)
      observer.observe(element)
      return () => {
        observer.unobserve(element)
        ids.delete(element)
        inView.delete(id)
      }
    },
    stop() {
      clearTimeout(timer)
      observer.disconnect()
      stopActivity()
    },
  }
}
