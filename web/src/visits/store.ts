import type { Visitor } from '@app/contract/members/profiles'
import { create } from 'zustand'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, loaded, mapData, notStarted } from '../lib/http/loadable.ts'
import { inSession, useSessionState } from '../lib/http/session.ts'
import { getVisitors, postClear } from './api.ts'

type Visitors = Loadable<readonly Visitor[]>
type State = {
  /** The visited member. */
  name: string | null
  visitors: Visitors
}

const EMPTY: State = { name: null, visitors: notStarted }

const useVisits = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useVisits.setState(EMPTY)
})

/** Changes the list, unless the page now shows another member's list. */
const setVisitors = (name: string, change: (visitors: Visitors) => Visitors): void =>
  useVisits.setState((state) => (state.name === name ? { visitors: change(state.visitors) } : {}))

export async function loadVisitors(name: string): Promise<void> {
  if (useVisits.getState().name !== name) useVisits.setState({ name, visitors: notStarted })
  await loadInSession<readonly Visitor[]>(
    () => getVisitors(name),
    (change) => setVisitors(name, change),
  )
}

/** Clears the member's own list of visitors. */
export const clearVisitors = (name: string): Promise<void> =>
  postClear().then(
    inSession(() => setVisitors(name, () => loaded([]))),
    inSession(showErrorToast),
  )

export const useVisitors = (name: string): Visitors =>
  useVisits((state) => (state.name === name ? state.visitors : notStarted))

/** Removes a blocked member from the list. */
export const removeVisitor = (userName: string): void =>
  useVisits.setState(({ visitors }) => ({
    visitors: mapData(visitors, (list) => list.filter((visitor) => visitor.userName !== userName)),
  }))
