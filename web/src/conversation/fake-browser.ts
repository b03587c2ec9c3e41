import { vi } from 'vitest'

type FakeObserver = { callback: IntersectionObserverCallback; targets: Set<Element> }
const observers = new Set<FakeObserver>()

/**
 * Stubs the observers that jsdom lacks: a ResizeObserver that never fires, and an IntersectionObserver that `setInView`
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
      observer: FakeObserver
      constructor(callback: IntersectionObserverCallback) {
        this.observer = { callback, targets: new Set() }
        observers.add(this.observer)
      }
      observe(target: Element): void {
        this.observer.targets.add(target)
      }
      unobserve(target: Element): void {
        this.observer.targets.delete(target)
      }
      disconnect(): void {
        observers.delete(this.observer)
      }
    },
  )
}

/** Moves an element into or out of view. */
export function setInView(target: Element, isInView = true): void {
  const entry = {
    target,
    isIntersecting: isInView,
    intersectionRatio: isInView ? 1 : 0,
    intersectionRect: { height: isInView ? 40 : 0 },
    rootBounds: { height: 600 },
  }
  for (const { callback, targets } of observers) {
    if (targets.has(target)) callback([entry as IntersectionObserverEntry], {} as IntersectionObserver)
  }
}

let focused = true
let visible = true

/** Sets whether the tab has the focus and is visible. */
export function setTabState(changes: { focused?: boolean; visible?: boolean }): void {
  focused = changes.focused ?? focused
  visible = changes.visible ?? visible
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'))
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event(focused ? 'focus' : 'blur'))
}
