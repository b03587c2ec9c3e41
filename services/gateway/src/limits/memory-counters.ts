import type { Counters } from './counters.ts'

type Window = { count: number; things: Set<string>; until: number }

const WINDOWS_MAX = 100_000

/** Counts of this process alone, while Redis is away: a limit that is looser for a while, but never none. */
export function createMemoryCounters(): Counters {
  const windows = new Map<string, Window>()

  function windowOf(key: string, windowMs: number): Window {
    const known = windows.get(key)
    if (known && known.until > Date.now()) return known
    const window = { count: 0, things: new Set<string>(), until: Date.now() + windowMs }
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
      const window = windowOf(key, windowMs)
      window.count += by
      return { count: window.count, resetMs: window.until - Date.now() }
    },
    async spend(key, { max, windowMs, burst }) {
      const interval = windowMs / max
      const window = windowOf(key, 0)
      const even = window.until + interval
      const wait = even - Date.now() - interval * (max + burst)
      if (wait > 0) return wait
      window.until = even
      return 0
    },
    async addDistinct(key, windowMs, things, max) {
      const window = windowOf(key, windowMs)
      const all = new Set([...window.things, ...things])
      if (all.size <= max) window.things = all
      return { count: all.size, resetMs: window.until - Date.now() }
    },
  }
}
