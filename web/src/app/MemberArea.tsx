import { lazy, Suspense, useEffect } from 'react'
import { verifySession } from '../accounts/api.ts'
import { runWhenIdle } from '../lib/device/at-rest.ts'
import { logOutUnsaved, stayLoggedIn, useLogOutQuestion } from '../pages/log-out.ts'
import { startLive } from './live.ts'
import { Shell } from './shell/Shell.tsx'

const LogOutQuestion = lazy(async () => ({ default: (await import('../pages/LogOutQuestion.tsx')).LogOutQuestion }))

function startOfflineFiles(): () => void {
  const atStart = navigator.serviceWorker?.controller ?? null
  return runWhenIdle(() => {
    import('./start-service-worker.ts').then(
      ({ startServiceWorker }) => startServiceWorker(atStart),
      () => undefined,
    )
  })
}

/** The area of logged-in members. The app verifies a stored session when it starts. */
export function MemberArea() {
  const { proceed, changes, unsent } = useLogOutQuestion()
  useEffect(() => {
    void verifySession()
    startLive()
    return startOfflineFiles()
  }, [])
  return (
    <>
      <Shell />
      <Suspense>
        {proceed && <LogOutQuestion changes={changes} unsent={unsent} onLogOut={logOutUnsaved} onStay={stayLoggedIn} />}
      </Suspense>
    </>
  )
}
