import './ui/styles/fonts.css'
import './ui/styles/base.css'
import './ui/styles/forced-colors.css'
import './lib/navigation/history-guard.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { removeMemberTraces } from './app/remove-member-traces.ts'
import { isServerReachable } from './lib/device/chunks.ts'
import { catchUncaught } from './lib/feedback/uncaught.ts'
import { getSession } from './lib/http/session.ts'
import { startConfigRefresh } from './lib/release/app-config.ts'
import { offerNewVersion } from './lib/release/new-version.ts'

catchUncaught()
startConfigRefresh()
// The browser may have been closed before the data of a logged-out member was removed.
if (!getSession()) removeMemberTraces()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

/** Offers the new version after a chunk failed to load: if the server responds, a newer release has replaced it. */
const offerIfReplaced = (): Promise<void> =>
  isServerReachable().then((isReachable) => (isReachable ? offerNewVersion() : undefined))

window.addEventListener('vite:preloadError', () => void offerIfReplaced())
