import type { Counters } from './counters.ts'

type CounterWindow = { count: number; elements: Set<string>; until: number }

const WINDOWS_MAX = 100_000

/**
 * Creates counters of this process alone, for the time that Redis is unavailable: the limit is looser, but never
 * absent.
 */
export function createMemoryCounters(): Counters {
  const windows = new Map<string, CounterWindow>()

  function openWindow(key: string, windowMs: number): CounterWindow {
    const current = windows.get(key)
    if (current && current.until > Date.now()) return current
    const window = { count: 0, elements: new Set<string>(), until: Date.now() + windowMs }
    windows.delete(key)
    windows.set(key, window)
    for (const oldest of windows.keys()) {
      if (windows.size <= WINDOWS_MAX) break
      windows.delete(oldest)
    }
    return window
  }

  return {
    async add(key, windowMs, by) {
      const window = openWindow(key, windowMs)
      window.count += by
      return { count: window.count, resetMs: window.until - Date.now() }
    },
    async consume(key, { max, windowMs, burst }) {
      const intervalMs = windowMs / max
      const window = openWindow(key, 0)
      const theoreticalArrival = window.until + intervalMs
      const waitMs = theoreticalArrival - Date.now() - intervalMs * (max + burst)
      if (waitMs > 0) return waitMs
      window.until = theoreticalArrival
      return 0
    },
    async addDistinct(key, windowMs, elements, max) {
      const window = openWindow(key, windowMs)
      const union = new Set([...window.elements, ...elements])
      if (union.size <= max) window.elements = union
      return { count: union.size, resetMs: window.until - Date.now() }
    },
  }
}
