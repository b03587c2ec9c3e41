import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location, Router } from 'react-router-dom'
import { prefersReducedMotion } from '../lib/device/motion.ts'
import { endTransition, endTransitionsOnInput } from './end-transition.ts'
import { type Move, MoveContext, moveBetween } from './moves.ts'

const history = createBrowserHistory({ v5Compat: true })

/** Returns whether the browser itself has just animated the current move, for example on a swipe back. */
const isAnimatedByBrowser = (): boolean => window.event instanceof PopStateEvent && window.event.hasUAVisualTransition

/** Returns the move that selects the view transition: with reduced motion, every move to another page is 'sideways'. */
function moveShownBetween(from: Location, to: Location): Move {
  const move = moveBetween(from, to)
  return move !== 'within' && prefersReducedMotion() ? 'sideways' : move
}

type State = Pick<typeof history, 'action' | 'location'> & { move: Move }

/**
 * Routes by the browser's history, and provides the move whose page is being shown. Renders a move back or forward only
 * after its event, because React shows no view transition for an update inside that event, unless the browser has
 * already animated the move.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>(() => ({
    action: history.action,
    location: history.location,
    move: 'within',
  }))
  const { action, location, move } = state
  const shown = useRef(location)
  useLayoutEffect(() => {
    shown.current = location
  }, [location])
  useLayoutEffect(() => {
    const show = (isAnimated: boolean) => {
      endTransition()
      const next = { action: history.action, location: history.location }
      const nextMove = isAnimated ? moveShownBetween(shown.current, next.location) : 'within'
      startTransition(() => setState({ ...next, move: nextMove }))
    }
    return history.listen((update) => {
      if (update.action === 'POP' && !isAnimatedByBrowser()) setTimeout(show, 0, true)
      else show(update.action !== 'POP')
    })
  }, [])
  // React runs this effect when the view transition of the move has ended.
  useEffect(() => {
    if (state.move !== 'within') setState((current) => (current === state ? { ...state, move: 'within' } : current))
  }, [state])
  useEffect(endTransitionsOnInput, [])
  return (
    <MoveContext value={move}>
      <Router location={location} navigationType={action} navigator={history}>
        {children}
      </Router>
    </MoveContext>
  )
}
