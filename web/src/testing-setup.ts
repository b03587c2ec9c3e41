import 'fake-indexeddb/auto'
import { afterAll, vi } from 'vitest'

// The files of one process share a document and the modules, so each has to restore what it replaced.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})
