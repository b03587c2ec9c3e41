import type { Session } from '@app/contract/members'
import { atRest } from '../lib/at-rest.ts'
import { COPY } from './copy-name.ts'

/** What this member can read without a network is shown when there is none, and kept up to date. Returns what stops that. */
export function startCopy(session: Session): () => void {
  let stop = (): void => undefined
  let stopped = false
  const callOff = atRest(() => {
    import('./keep-copy.ts').then(
      ({ keepCopy }) => {
        if (!stopped) stop = keepCopy(session)
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

/** The login is over, in whatever way: nothing of it can be read on this device any more. Other tabs let go of it. */
export const removeCopy = (): void => void globalThis.indexedDB?.deleteDatabase(COPY)
