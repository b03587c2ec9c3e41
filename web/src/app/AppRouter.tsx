import { addTransitionType, type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router-dom'
import { moveBetween } from './moves.ts'

const history = createBrowserHistory({ v5Compat: true })

/** Routes by the browser's history, and names the kind of each move for the view transition that shows it. */
export function AppRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => {
    let current = history.location
    return history.listen((update) =>
      startTransition(() => {
        addTransitionType(moveBetween(current, update.location))
        current = update.location
        setState(update)
      }),
    )
  }, [])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}
