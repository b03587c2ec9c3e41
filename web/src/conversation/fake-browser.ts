import { vi } from 'vitest'

type Watcher = { callback: IntersectionObserverCallback; targets: Set<Element> }
const watchers = new Set<Watcher>()

/**
 * Stubs the observers that jsdom lacks: a ResizeObserver that never fires, and an IntersectionObserver that `scrollTo`
 * triggers.
 */
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

/** Moves an element into or out of view. */
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

/** Sets whether the tab has the focus and is visible. */
export function setPage(now: { focused?: boolean; visible?: boolean }): void {
  focused = now.focused ?? focused
  visible = now.visible ?? visible
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'))
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event(focused ? 'focus' : 'blur'))
}
