import { useEffect } from 'react'
import { verifySession } from '../accounts/api.ts'
import { keepServiceWorker } from './keep-service-worker.ts'
import { startLive } from './live.ts'
import { Shell } from './shell/Shell.tsx'

/** Everything that is only for those who are logged in. A stored login is verified when the app starts. */
export function MemberArea() {
  useEffect(() => {
    void verifySession()
    startLive()
    void keepServiceWorker()
  }, [])
  return <Shell />
}
