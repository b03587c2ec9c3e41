import type { Visitor } from '@app/contract/members/profiles'
import { create } from 'zustand'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
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
  setVisitors(name, loading)
  await getVisitors(name).then(
    (visitors) => setVisitors(name, () => loaded(visitors)),
    (error: unknown) => setVisitors(name, (previous) => failed(previous, error)),
  )
}

/** Clears the member's own list of visitors. */
export const clearVisitors = (name: string): Promise<void> =>
  postClear().then(() => setVisitors(name, () => loaded([])), showErrorToast)

export const useVisitors = (name: string): Visitors =>
  useVisits((state) => (state.name === name ? state.visitors : notStarted))

/** Removes a blocked member from the list. */
export const removeVisitor = (userName: string): void =>
  useVisits.setState(({ visitors }) => ({
    visitors: mapData(visitors, (list) => list.filter((visitor) => visitor.userName !== userName)),
  }))
