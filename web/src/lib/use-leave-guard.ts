import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { guardSteps } from './history-steps.ts'
import { isPlainClick } from './plain-click.ts'

/** A plain click on a link that leads away from this path, in this tab. */
function wayOut(event: MouseEvent, pathname: string): string | null {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
  if (!link || !isPlainClick(event) || link.target === '_blank' || link.origin !== location.origin) return null
  return link.pathname === pathname ? null : link.pathname + link.search + link.hash
}

const place = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

/**
 * Stops whoever leaves the path while something on it would be lost, and hands back the way on for a question in between.
 * NOTE: the router that we use cannot be blocked: links are stopped before it sees them, and a step in the history is
 * taken back.
 */
export function useLeaveGuard(active: boolean): { asking: boolean; leave: () => void; stay: () => void } {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [onwards, setOnwards] = useState<(() => void) | null>(null)
  const leaving = useRef(false)

  useEffect(() => {
    if (!active) return
    leaving.current = false
    const here = place()
    const onClick = (event: MouseEvent) => {
      const to = wayOut(event, pathname)
      if (to === null || leaving.current) return
      event.preventDefault()
      setOnwards(() => () => void navigate(to))
    }
    const onStep = (event: PopStateEvent) => {
      if (location.pathname === pathname || leaving.current) return
      event.stopImmediatePropagation()
      const step = place() - here || -1
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
  }, [active, pathname, navigate])

  return {
    asking: onwards !== null,
    stay: () => setOnwards(null),
    leave: () => {
      leaving.current = true
      setOnwards(null)
      onwards?.()
    },
  }
}
