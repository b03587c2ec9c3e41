import './ui/styles/fonts.css'
import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/forced-colors.css'
import './lib/history-steps.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { removeMemberTraces } from './app/remove-member-traces.ts'
import { startConfigRefresh } from './lib/app-config.ts'
import { offerNewVersion } from './lib/new-version.ts'
import { getSession } from './lib/session.ts'
import { catchUncaught } from './lib/uncaught.ts'

catchUncaught()
startConfigRefresh()
// A browser that was closed while another tab logged out may still have the member's data.
if (!getSession()) removeMemberTraces()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

/** Offers the new version if the server answers but no longer has the part, since a newer release has replaced it. */
const offerIfReplaced = (): Promise<void> =>
  fetch('/index.html', { method: 'HEAD' }).then(
    ({ ok }) => (ok ? offerNewVersion() : undefined),
    () => undefined,
  )

window.addEventListener('vite:preloadError', () => void offerIfReplaced())
