import type { Session } from '@app/contract/members'
import { atRest } from '../lib/at-rest.ts'
import { useChats } from './store.ts'

/** A list that has not come by then may not come at all. */
const PATIENCE = 2_000

function whenMissed(run: () => void): () => void {
  const timer = setTimeout(() => useChats.getState().lists.chats.data || run(), PATIENCE)
  return () => clearTimeout(timer)
}

const load = () => Promise.all([import('./keep-copy.ts'), import('./copy-db.ts')])

/** What this member can read without a network is shown when there is none, and kept up to date, until the login is over. */
export function startCopy(session: Session): () => void {
  let stop = (): void => undefined
  let stopped = false
  const start = (): void => {
    for (const callOff of callOffs) callOff()
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
  }
  const callOffs = [atRest(start), whenMissed(start)]
  return () => {
    stopped = true
    for (const callOff of callOffs) callOff()
    stop()
  }
}
