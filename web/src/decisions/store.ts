import type { Id } from '@app/contract/base'
import type { Statement } from '@app/contract/safety/decisions'
import { create } from 'zustand'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../lib/http/loadable.ts'
import { getSession, refreshSession, useSessionState } from '../lib/http/session.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { getDecisions, postAppeal, postRead } from './api.ts'

type State = { decisions: Loadable<readonly Statement[]> }

const EMPTY: State = { decisions: notStarted }

export const useDecisions = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useDecisions.setState(EMPTY)
})

export const loadDecisions = (): Promise<void> =>
  loadInSession<readonly Statement[]>(getDecisions, (change) =>
    useDecisions.setState(({ decisions }) => ({ decisions: change(decisions) })),
  )

/** Loads the decisions again if this page has loaded them before; a push does not contain them. */
export function onDecisionChanged(): void {
  if (useDecisions.getState().decisions.state !== 'notStarted') void loadDecisions()
}

// Pushes that the hub sent while the connection was interrupted are lost.
useHubConnection.subscribe(({ connected }, previous) => {
  if (connected && !previous.connected) onDecisionChanged()
})

export const mustBeRead = ({ mustRead, readAt }: Statement): boolean => mustRead && readAt === null

/** Stores that the member has read a statement; throws if the request fails. */
export async function markDecisionRead(id: Id): Promise<void> {
  await postRead(id)
  const readAt = new Date().toISOString()
  useDecisions.setState(({ decisions }) => ({
    decisions: mapData(decisions, (list) =>
      list.map((statement) => (statement.id === id ? { ...statement, readAt } : statement)),
    ),
  }))
  const session = getSession()
  const unread = useDecisions.getState().decisions.data?.filter(mustBeRead).length
  if (session && unread !== undefined) refreshSession({ ...session, unreadDecisions: unread })
}

/** Appeals a decision; throws if the request fails. */
export async function appealDecision(id: Id, words: string): Promise<void> {
  await postAppeal(id, { words })
  await loadDecisions()
}
