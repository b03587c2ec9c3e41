import 'fake-indexeddb/auto'
import './testing-errors.ts'
import './testing-labels.ts'
import './testing-react.ts'
import './testing-styles.ts'
import { cleanup } from '@testing-library/react'
import { openDB } from 'idb'
import { afterAll, vi } from 'vitest'

/** Empties the databases of the device, from which the next test file would restore queued messages. */
async function clearDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await openDB(name)
    await Promise.all(Array.from(db.objectStoreNames, (store) => db.clear(store)))
    db.close()
  }
}

// The files of one process share a document, the modules and the databases, so each has to restore what it replaced.
afterAll(async () => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  await clearDatabases()
})
