import type { Session } from '@app/contract/members'
import { atRest } from '../lib/at-rest.ts'
import { setShowCached } from './cached.ts'
import type { KeptCopy } from './keep-copy.ts'
import { useChats } from './store.ts'

/** A list that has not come by then may not come at all. */
const PATIENCE = 2_000

function whenMissed(run: () => void): () => void {
  const timer = setTimeout(() => useChats.getState().lists.chats.data || run(), PATIENCE)
  return () => clearTimeout(timer)
}

const load = () => Promise.all([import('./keep-copy.ts'), import('./copy-db.ts')])

/** Whether the service worker serves this page, so that loading another part of it takes no network. */
const isOnDevice = (): boolean => Boolean(navigator.serviceWorker?.controller)

/**
 * Shows what this member read last until the server has answered, and keeps it up to date, until the login is over.
 * Where the code for that lies on the device it starts at once.
 */
export function startCopy(session: Session): () => void {
  let kept: KeptCopy | null = null
  let empty = (): void => undefined
  let starting: Promise<void> | null = null
  let stopped = false
  let callOffs: readonly (() => void)[] = []
  const start = (): Promise<void> => {
    for (const callOff of callOffs) callOff()
    starting ??= load().then(
      ([{ keepCopy }, { emptyCopy }]) => {
        if (stopped) return
        kept = keepCopy(session)
        empty = () => void emptyCopy()
      },
      () => {
        starting = null
      },
    )
    return starting
  }
  if (isOnDevice()) void start()
  else callOffs = [atRest(() => void start()), whenMissed(() => void start())]
  setShowCached((chatId) => {
    const showing = start().then(() => kept?.show(chatId))
    // Waits for the device only: code that has to be fetched first must not hold up the messages.
    return kept || isOnDevice() ? showing : Promise.resolve()
  })
  return () => {
    stopped = true
    for (const callOff of callOffs) callOff()
    setShowCached(null)
    kept?.stop()
    empty()
  }
}
