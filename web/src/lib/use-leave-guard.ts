import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { guardSteps } from './history-steps.ts'
import { isPlainClick } from './plain-click.ts'

/** What is guarded: a path, or one address on it. */
type Place = { pathname: string; search?: string }

const isWithin = ({ pathname, search }: Place, other: { pathname: string; search: string }): boolean =>
  other.pathname === pathname && (search === undefined || other.search === search)

/** A plain click on a link that leads away from this path, in this tab. */
function wayOut(event: MouseEvent, here: Place): string | null {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
  if (!link || !isPlainClick(event) || link.target === '_blank' || link.origin !== location.origin) return null
  return isWithin(here, link) ? null : link.pathname + link.search + link.hash
}

const historyIndex = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

export type LeaveGuard = {
  asking: boolean
  leave: () => void
  stay: () => void
  /** Goes this way, which is no link, with the same question before it. */
  go: (onwards: () => void) => void
}

/**
 * Stops whoever leaves the path, or with `address` this very address, while something there would be lost, and hands back
 * the way on for a question in between.
 * NOTE: the router that we use cannot be blocked: links are stopped before it sees them, and a step in the history is
 * taken back.
 */
export function useLeaveGuard(active: boolean, what: 'path' | 'address' = 'path'): LeaveGuard {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [onwards, setOnwards] = useState<(() => void) | null>(null)
  const leaving = useRef(false)

  useEffect(() => {
    if (!active) return
    leaving.current = false
    const here = historyIndex()
    const guarded = what === 'address' ? { pathname, search } : { pathname }
    const onClick = (event: MouseEvent) => {
      const to = wayOut(event, guarded)
      if (to === null || leaving.current) return
      event.preventDefault()
      setOnwards(() => () => void navigate(to))
    }
    const onStep = (event: PopStateEvent) => {
      if (isWithin(guarded, location) || leaving.current) return
      event.stopImmediatePropagation()
      const step = historyIndex() - here || -1
      history.go(-step)
      setOnwards(() => () => history.go(step))
    }
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('click', onClick, true)
    const letSteps = guardSteps(onStep)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('click', onClick, true)
      letSteps()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [active, what, pathname, search, navigate])

  return {
    asking: onwards !== null,
    stay: () => setOnwards(null),
    go: (onwards) => (active ? setOnwards(() => onwards) : onwards()),
    leave: () => {
      leaving.current = true
      setOnwards(null)
      onwards?.()
    },
  }
}
