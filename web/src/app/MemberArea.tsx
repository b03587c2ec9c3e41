import { lazy, Suspense, useEffect } from 'react'
import { verifySession } from '../accounts/api.ts'
import { atRest } from '../lib/at-rest.ts'
import { logOutUnsaved, stayLoggedIn, useLogOutQuestion } from '../pages/log-out.ts'
import { startLive } from './live.ts'
import { Shell } from './shell/Shell.tsx'

const LogOutQuestion = lazy(async () => ({ default: (await import('../pages/LogOutQuestion.tsx')).LogOutQuestion }))

function keepFiles(): () => void {
  const atStart = navigator.serviceWorker?.controller ?? null
  return atRest(() => {
    import('./keep-service-worker.ts').then(
      ({ keepServiceWorker }) => keepServiceWorker(atStart),
      () => undefined,
    )
  })
}

/** Everything that is only for those who are logged in. A stored login is verified when the app starts. */
export function MemberArea() {
  const { onwards, changes, unsent } = useLogOutQuestion()
  useEffect(() => {
    void verifySession()
    startLive()
    return keepFiles()
  }, [])
  return (
    <>
      <Shell />
      <Suspense>
        {onwards && <LogOutQuestion changes={changes} unsent={unsent} onLogOut={logOutUnsaved} onStay={stayLoggedIn} />}
      </Suspense>
    </>
  )
}
