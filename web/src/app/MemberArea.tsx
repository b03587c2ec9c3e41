import { Suspense, useEffect } from 'react'
import { verifySession } from '../accounts/api.ts'
import { useBlockRequest } from '../lib/blocking/request-block.ts'
import { lazy, loadChunk } from '../lib/device/chunks.ts'
import { useNotifiedMember } from '../lib/device/notified-member.ts'
import { runLater } from '../lib/device/run-later.ts'
import { useSession } from '../lib/http/session.ts'
import { useReportRequest } from '../lib/reporting/request-report.ts'
import { discardAndLogOut, stayLoggedIn, useLogOutConfirmation } from '../pages/log-out.ts'
import { useEverOpened } from '../ui/overlays/use-ever-opened.ts'
import { startLive } from './live.ts'
import { Shell } from './shell/Shell.tsx'
import { useRestrictionToast } from './use-restriction-toast.ts'

const LogOutConfirmation = lazy(async () => ({
  default: (await import('../pages/LogOutConfirmation.tsx')).LogOutConfirmation,
}))

const ReportOutlet = lazy(async () => ({ default: (await import('../pages/reports/ReportOutlet.tsx')).ReportOutlet }))

const BlockOutlet = lazy(async () => ({ default: (await import('../pages/blocks/BlockOutlet.tsx')).BlockOutlet }))

const NotificationOutlet = lazy(async () => ({
  default: (await import('../pages/notifications/NotificationOutlet.tsx')).NotificationOutlet,
}))

const MemberGates = lazy(async () => ({ default: (await import('../pages/MemberGates.tsx')).MemberGates }))

function scheduleServiceWorker(): () => void {
  const initialWorker = navigator.serviceWorker?.controller ?? null
  return runLater(() => {
    loadChunk(() => import('./start-service-worker.ts')).then(
      ({ startServiceWorker }) => startServiceWorker(initialWorker),
      () => undefined,
    )
  })
}

/** Wraps the pages of logged-in members in the shell, verifies the stored session and starts the live connection. */
export function MemberArea() {
  const { proceed, hasChanges, unsent } = useLogOutConfirmation()
  const wasReporting = useEverOpened(useReportRequest(({ request }) => request !== null))
  const wasBlocking = useEverOpened(useBlockRequest(({ request }) => request !== null))
  const session = useSession()
  const wasNotified = useEverOpened(useNotifiedMember(({ memberKey }) => memberKey !== null))
  useRestrictionToast()
  useEffect(() => {
    void verifySession()
    startLive()
    return scheduleServiceWorker()
  }, [])
  return (
    <>
      <Shell />
      <Suspense>
        {proceed && (
          <LogOutConfirmation
            hasChanges={hasChanges}
            unsent={unsent}
            onLogOut={discardAndLogOut}
            onStay={stayLoggedIn}
          />
        )}
      </Suspense>
      <Suspense>{wasReporting && <ReportOutlet />}</Suspense>
      <Suspense>{wasBlocking && <BlockOutlet />}</Suspense>
      <Suspense>{wasNotified && <NotificationOutlet />}</Suspense>
      <Suspense>{session?.newPasswordFrom || session?.unreadDecisions ? <MemberGates /> : null}</Suspense>
    </>
  )
}
