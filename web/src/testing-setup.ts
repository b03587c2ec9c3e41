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

/** Ends the session, and restores the language and the page. Loads the modules late, since a test may replace them. */
async function leavePage(): Promise<void> {
  const [{ endSession }, { setHubConnection }, { setLanguage }] = await Promise.all([
    import('./lib/http/session.ts'),
    import('./lib/realtime/hub-connection.ts'),
    import('./lib/text/language.ts'),
  ])
  endSession('loggedOut')
  setHubConnection(null)
  setLanguage('SWEDISH')
  history.replaceState(null, '', '/')
}

// The files of one process share a document, the modules and the databases, so each has to restore what it replaced.
afterAll(async () => {
  cleanup()
  await leavePage()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  await clearDatabases()
})
