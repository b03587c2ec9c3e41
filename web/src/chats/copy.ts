import type { Session } from '@app/contract/members'
import { atRest } from '../lib/at-rest.ts'

const load = () => Promise.all([import('./keep-copy.ts'), import('./copy-db.ts')])

/** What this member can read without a network is shown when there is none, and kept up to date, until the login is over. */
export function startCopy(session: Session): () => void {
  let stop = (): void => undefined
  let stopped = false
  const callOff = atRest(() => {
    load().then(
      ([{ keepCopy }, { emptyCopy }]) => {
        if (stopped) return
        const stopKeeping = keepCopy(session)
        stop = () => {
          stopKeeping()
          void emptyCopy()
        }
      },
      () => undefined,
    )
  })
  return () => {
    stopped = true
    callOff()
    stop()
  }
}
