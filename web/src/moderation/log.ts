import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT } from '@app/contract/limits'
import type { LogEntry, TeamLog } from '@app/contract/safety/team'
import { create } from 'zustand'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { getLog } from './api.ts'

/** The first and the last row of the pages in which the chain of hashes is broken. */
type BrokenRange = { first: Id; last: Id }

/** The loaded rows, newest first. */
type Log = { entries: readonly LogEntry[]; hasMore: boolean; broken: BrokenRange | null }

const EMPTY = { log: notStarted as Loadable<Log> }

export const useLog = create<{ log: Loadable<Log> }>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useLog.setState(EMPTY)
})

/** Increments with every request, so that responses to earlier requests are dropped. */
let lastRequestId = 0

/** Returns a function that changes the log, unless a later request or another session has started since this call. */
function beginRequest(): (change: (log: Loadable<Log>) => Loadable<Log>) => void {
  lastRequestId += 1
  const [requestId, sessionId] = [lastRequestId, getSession()?.sessionId]
  return (change) => {
    if (requestId === lastRequestId && getSession()?.sessionId === sessionId)
      useLog.setState(({ log }) => ({ log: change(log) }))
  }
}

function toLog({ entries, intact }: TeamLog): Log {
  const [newest, oldest] = [entries[0], entries.at(-1)]
  return {
    entries,
    hasMore: entries.length === PAGE_DEFAULT,
    broken: !intact && newest && oldest ? { first: oldest.id, last: newest.id } : null,
  }
}

/** Loads the newest rows. */
export async function loadLog(): Promise<void> {
  const apply = beginRequest()
  apply(loading)
  await getLog({ limit: PAGE_DEFAULT }).then(
    (page) => apply(() => loaded(toLog(page))),
    (error: unknown) => apply((previous) => failed(previous, error)),
  )
}

/** Loads the page after the last row; throws when the request fails. */
export async function loadOlderLog(): Promise<void> {
  const before = useLog.getState().log.data?.entries.at(-1)?.id
  if (!before) return
  const apply = beginRequest()
  const older = toLog(await getLog({ limit: PAGE_DEFAULT, before }))
  apply((log) =>
    mapData(log, ({ entries, broken }) => ({
      ...older,
      entries: [...entries, ...older.entries],
      broken: older.broken && broken ? { ...broken, first: older.broken.first } : (older.broken ?? broken),
    })),
  )
}
