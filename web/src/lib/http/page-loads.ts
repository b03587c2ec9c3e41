import { getSession } from './session.ts'

/**
 * Tracks the loads of further pages of lists. `run` starts one, unless the same list is already loading one; the loads of
 * an earlier session do not count.
 */
export function createPageLoads() {
  const running = new Set<string>()
  const keyOf = (list: string) => `${getSession()?.sessionId} ${list}`
  return {
    isRunning: (list: string): boolean => running.has(keyOf(list)),
    run: async (list: string, load: () => Promise<void>): Promise<void> => {
      const key = keyOf(list)
      if (running.has(key)) return
      running.add(key)
      await load().finally(() => running.delete(key))
    },
  }
}
