import type { Counters } from './counters.ts'

type CounterWindow = { count: number; elements: Set<string>; expiresAtMs: number }

/** The number of windows in memory, beyond which the oldest are dropped. */
const WINDOWS_MAX = 100_000

/**
 * Creates counters in the memory of this process, used while Redis is unavailable. Each gateway then counts on its own,
 * so limits are looser, but still apply.
 */
export function createMemoryCounters(): Counters {
  const windows = new Map<string, CounterWindow>()

  function openWindow(key: string, windowMs: number): CounterWindow {
    const current = windows.get(key)
    if (current && current.expiresAtMs > Date.now()) return current
    const window = { count: 0, elements: new Set<string>(), expiresAtMs: Date.now() + windowMs }
    windows.delete(key)
    windows.set(key, window)
    for (const oldest of windows.keys()) {
      if (windows.size <= WINDOWS_MAX) break
      windows.delete(oldest)
    }
    return window
  }

  return {
    async add(key, windowMs, amount) {
      const current = windows.get(key)
      if (amount < 0 && !(current && current.count > 0 && current.expiresAtMs > Date.now()))
        return { count: 0, resetMs: 0 }
      const window = openWindow(key, windowMs)
      window.count += amount
      return { count: window.count, resetMs: window.expiresAtMs - Date.now() }
    },
    async takeToken(key, { max, windowMs, burst }) {
      const intervalMs = windowMs / max
      const window = openWindow(key, 0)
      // A bucket is stored as a window that expires when it is full again.
      const refilledAtMs = window.expiresAtMs + intervalMs
      const waitMs = refilledAtMs - Date.now() - intervalMs * (max + burst)
      if (waitMs > 0) return waitMs
      window.expiresAtMs = refilledAtMs
      return 0
    },
    async addDistinct(key, windowMs, elements, max) {
      const window = openWindow(key, windowMs)
      const union = new Set([...window.elements, ...elements])
      if (union.size <= max) window.elements = union
      return { count: union.size, resetMs: window.expiresAtMs - Date.now() }
    },
  }
}
