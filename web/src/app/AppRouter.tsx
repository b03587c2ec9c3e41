import { addTransitionType, type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router-dom'
import { moveBetween } from './moves.ts'

const history = createBrowserHistory({ v5Compat: true })

/** Returns whether the browser itself has just animated the current move, as on a swipe back. */
const isAnimatedByBrowser = (): boolean => window.event instanceof PopStateEvent && window.event.hasUAVisualTransition

/**
 * Ends a running view transition. Until it ends, a tap reaches the document instead of the new page, and React delays
 * the next move.
 */
const endTransition = (): void => document.activeViewTransition?.skipTransition()

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
        if (isAnimated) addTransitionType(moveBetween(shown, history.location))
        shown = history.location
        setState({ action: history.action, location: history.location })
      })
    }
    return history.listen((update) => {
      if (update.action === 'POP' && !isAnimatedByBrowser()) setTimeout(show, 0, true)
      else show(update.action !== 'POP')
    })
  }, [])
  useEffect(() => {
    window.addEventListener('pointerdown', endTransition, { capture: true })
    return () => window.removeEventListener('pointerdown', endTransition, { capture: true })
  }, [])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}
