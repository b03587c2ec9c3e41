import { PAGE_DEFAULT } from '@app/contract/limits'
import type { CaseQueue, CaseRow, QueueView } from '@app/contract/safety/cases'
import { create } from 'zustand'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../../lib/http/loadable.ts'
import { getSession, inSession, useSessionState } from '../../lib/http/session.ts'
import { useHubConnection } from '../../lib/realtime/hub-connection.ts'
import { getQueue } from '../api.ts'

type State = {
  view: QueueView
  queue: Loadable<CaseQueue>
  /** The newest first page, if it has rows that are not shown yet. */
  fresh: CaseQueue | null
  /** The number of open cases, for the navigation; null until it is loaded. */
  openCount: number | null
}

const EMPTY: State = { view: 'OPEN', queue: notStarted, fresh: null, openCount: null }

export const useQueue = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useQueue.setState(EMPTY)
})

/** Increments with every request for a first page, so that responses to earlier ones are dropped. */
let lastRequestId = 0

/** Returns a function that returns whether a later request, or another session, has started since this call. */
function beginRequest(): () => boolean {
  lastRequestId += 1
  const [requestId, sessionId] = [lastRequestId, getSession()?.sessionId]
  return () => requestId !== lastRequestId || getSession()?.sessionId !== sessionId
}

/** Loads the first page of a view. */
export async function loadQueue(view: QueueView): Promise<void> {
  const isOutdated = beginRequest()
  const previous = useQueue.getState()
  useQueue.setState({ view, queue: loading(previous.view === view ? previous.queue : notStarted), fresh: null })
  await getQueue({ view, limit: PAGE_DEFAULT }).then(
    (data) => isOutdated() || useQueue.setState({ queue: loaded(data), openCount: data.counts.open }),
    (error: unknown) => isOutdated() || useQueue.setState(({ queue }) => ({ queue: failed(queue, error) })),
  )
}

/** Loads the page after the last row, and appends it if that row is still the last one. Throws when the request fails. */
export async function loadMoreCases(): Promise<void> {
  const { view, queue } = useQueue.getState()
  const after = queue.data?.next
  if (!after) return
  const append = inSession((page: CaseQueue) =>
    useQueue.setState((state) =>
      state.view === view && state.queue.data?.next === after
        ? { queue: mapData(state.queue, ({ rows }) => ({ ...page, rows: [...rows, ...page.rows] })) }
        : {},
    ),
  )
  append(await getQueue({ view, limit: PAGE_DEFAULT, after }))
}

const idsOf = (rows: readonly CaseRow[]): Set<string> => new Set(rows.map(({ id }) => id))

/** Returns the number of rows in the newest first page that are not shown. */
export function countNewCases({ queue, fresh }: State): number {
  const shown = idsOf(queue.data?.rows ?? [])
  return fresh?.rows.filter(({ id }) => !shown.has(id)).length ?? 0
}

/** Updates the shown rows in place. New rows wait, so that nothing moves while an admin reads. */
function applyFresh(fresh: CaseQueue): void {
  useQueue.setState((state) => {
    const changed = new Map(fresh.rows.map((row) => [row.id, row]))
    const queue = mapData(state.queue, (data) => ({
      ...data,
      now: fresh.now,
      counts: fresh.counts,
      withinAim: fresh.withinAim,
      rows: data.rows.map((row) => changed.get(row.id) ?? row),
    }))
    const openCount = fresh.counts.open
    if (queue.data?.rows.length === 0) return { queue: loaded(fresh), fresh: null, openCount }
    return { queue, openCount, fresh: countNewCases({ ...state, queue, fresh }) > 0 ? fresh : null }
  })
}

/** Loads the number of open cases. If that fails, the number stays. */
export async function loadCaseCount(): Promise<void> {
  const sessionId = getSession()?.sessionId
  const page = await getQueue({ view: 'OPEN', limit: 1 }).catch(() => null)
  if (page && getSession()?.sessionId === sessionId) useQueue.setState({ openCount: page.counts.open })
}

/**
 * Loads the first page of the queue again, since the push does not contain the case; only the number of open cases if
 * the queue is not loaded.
 */
export async function onCaseChanged(): Promise<void> {
  const { view, queue, openCount } = useQueue.getState()
  if (!queue.data) {
    if (openCount !== null) await loadCaseCount()
    return
  }
  const isOutdated = beginRequest()
  const fresh = await getQueue({ view, limit: PAGE_DEFAULT }).catch(() => null)
  if (fresh && !isOutdated()) applyFresh(fresh)
}

/** Shows the waiting rows. */
export const showNewCases = (): void =>
  useQueue.setState(({ queue, fresh }) => ({ queue: fresh ? loaded(fresh) : queue, fresh: null }))

// Pushes that the hub sent while the connection was interrupted are lost.
useHubConnection.subscribe(({ connected }, previous) => {
  if (connected && !previous.connected) void onCaseChanged()
})
