import type { Id } from '@app/contract/base'
import { isPageActive, onPageActivity } from '../lib/page-active.ts'
import { isAfter } from './ids.ts'

/** A message counts as read when it has been in view this long on a page that has the focus. */
const READ_AFTER = 500
/** In view: half of it, or half of what can be seen at all. */
const HALF = 0.5

export type ViewObserver = {
  watch: (element: HTMLElement, id: Id) => () => void
  stop: () => void
}

type Listeners = {
  /** It has come into view, whoever looks. */
  onView: (id: Id) => void
  /** It has been read. */
  onRead: (id: Id) => void
}

/** Watches which messages of a scrolling list are seen, and for how long. */
export function observeViews(root: HTMLElement, { onView, onRead }: Listeners): ViewObserver {
  const ids = new Map<Element, Id>()
  /** Since when each message in view is being read. */
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

  /** Whoever comes back to the page begins to read anew. */
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
