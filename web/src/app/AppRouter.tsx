import { addTransitionType, type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location, Router } from 'react-router-dom'
import { endTransition, endTransitionsOnInput } from './end-transition.ts'
import { type Move, moveBetween } from './moves.ts'

const history = createBrowserHistory({ v5Compat: true })

/** Returns whether the browser itself has just animated the current move, as on a swipe back. */
const isAnimatedByBrowser = (): boolean => window.event instanceof PopStateEvent && window.event.hasUAVisualTransition

/** Returns the kind of a move, as far as its view transition depends on it: reduced motion fades all pages alike. */
function moveShownBetween(from: Location, to: Location): Move {
  const move = moveBetween(from, to)
  return move !== 'within' && window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 'sideways' : move
}

/**
 * Routes by the browser's history, and names the kind of each move for the view transition that shows it. A move back
 * or forward is rendered after its event, because React shows no view transition for an update inside that event.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => {
    let shown = history.location
    const show = (isAnimated: boolean) => {
      endTransition()
      startTransition(() => {
        if (isAnimated) addTransitionType(moveShownBetween(shown, history.location))
        shown = history.location
        setState({ action: history.action, location: history.location })
      })
    }
    return history.listen((update) => {
      if (update.action === 'POP' && !isAnimatedByBrowser()) setTimeout(show, 0, true)
      else show(update.action !== 'POP')
    })
  }, [])
  useEffect(endTransitionsOnInput, [])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}
