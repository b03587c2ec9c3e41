import { vi } from 'vitest'

type Watcher = { callback: IntersectionObserverCallback; targets: Set<Element> }
const watchers = new Set<Watcher>()

/** What jsdom lacks: observers of size, which never speak here, and of sight, which speak when a test lets them. */
export function stubObservers(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      watcher: Watcher
      constructor(callback: IntersectionObserverCallback) {
        this.watcher = { callback, targets: new Set() }
        watchers.add(this.watcher)
      }
      observe(target: Element): void {
        this.watcher.targets.add(target)
      }
      unobserve(target: Element): void {
        this.watcher.targets.delete(target)
      }
      disconnect(): void {
        watchers.delete(this.watcher)
      }
    },
  )
}

/** An element comes into sight, or goes. */
export function scrollTo(target: Element, isInView = true): void {
  const entry = {
    target,
    isIntersecting: isInView,
    intersectionRatio: isInView ? 1 : 0,
    intersectionRect: { height: isInView ? 40 : 0 },
    rootBounds: { height: 600 },
  }
  for (const { callback, targets } of watchers) {
    if (targets.has(target)) callback([entry as IntersectionObserverEntry], {} as IntersectionObserver)
  }
}

let focused = true
let visible = true

/** Whether the tab has the focus and can be seen. */
export function setPage(now: { focused?: boolean; visible?: boolean }): void {
  focused = now.focused ?? focused
  visible = now.visible ?? visible
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'))
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event(focused ? 'focus' : 'blur'))
}
