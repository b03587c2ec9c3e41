import type { Figures } from '@app/contract/safety/figures'
import { create } from 'zustand'
import { loadInSession } from '../../lib/http/load-in-session.ts'
import { type Loadable, notStarted } from '../../lib/http/loadable.ts'
import { useSessionState } from '../../lib/http/session.ts'
import { getFigures } from '../api.ts'

/** The figures of the chosen half-year; `half` is null for the current one. */
type State = { half: string | null; figures: Loadable<Figures> }

const EMPTY: State = { half: null, figures: notStarted }

export const useFigures = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useFigures.setState(EMPTY)
})

/**
 * Loads the figures of a half-year. The previous ones stay visible until then; a response to an earlier choice is
 * dropped.
 */
export function loadFigures(half: string | null): Promise<void> {
  useFigures.setState({ half })
  return loadInSession<Figures>(
    () => getFigures(half === null ? {} : { half }),
    (change) => useFigures.setState((state) => (state.half === half ? { figures: change(state.figures) } : state)),
  )
}
