import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { guardHistorySteps } from '../navigation/history-steps.ts'
import { isPlainClick } from '../navigation/plain-click.ts'

/** The guarded path, or one address on it. */
type GuardedAddress = { pathname: string; search?: string }

const isWithin = ({ pathname, search }: GuardedAddress, other: { pathname: string; search: string }): boolean =>
  other.pathname === pathname && (search === undefined || other.search === search)

/** Returns the target of a plain click on a link that leaves the guarded address in this tab. */
function leavingHref(event: MouseEvent, here: GuardedAddress): string | null {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
  if (!link || !isPlainClick(event) || link.target === '_blank' || link.origin !== location.origin) return null
  return isWithin(here, link) ? null : link.pathname + link.search + link.hash
}

const historyIndex = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

export type LeaveGuard = {
  isConfirming: boolean
  leave: () => void
  stay: () => void
  /** Navigates without a link, with the same question beforehand. */
  go: (proceed: () => void) => void
}

/**
 * Keeps members from leaving the path, or with `address` the exact address, while unsaved changes would be lost, and
 * returns how to proceed after a question.
 * NOTE: the router has no blocking: links are stopped before it handles them, and history steps are reverted.
 */
export function useLeaveGuard(active: boolean, scope: 'path' | 'address' = 'path'): LeaveGuard {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [proceed, setProceed] = useState<(() => void) | null>(null)
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!active) return
    isLeaving.current = false
    const here = historyIndex()
    const guarded = scope === 'address' ? { pathname, search } : { pathname }
    const onClick = (event: MouseEvent) => {
      const to = leavingHref(event, guarded)
      if (to === null || isLeaving.current) return
      event.preventDefault()
      setProceed(() => () => void navigate(to))
    }
    const onStep = (event: PopStateEvent) => {
      if (isWithin(guarded, location) || isLeaving.current) return
      event.stopImmediatePropagation()
      const step = historyIndex() - here || -1
      history.go(-step)
      setProceed(() => () => history.go(step))
    }
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('click', onClick, true)
    const stopGuardingSteps = guardHistorySteps(onStep)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('click', onClick, true)
      stopGuardingSteps()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [active, scope, pathname, search, navigate])

  return {
    isConfirming: proceed !== null,
    stay: () => setProceed(null),
    go: (proceed) => (active ? setProceed(() => proceed) : proceed()),
    leave: () => {
      isLeaving.current = true
      setProceed(null)
      proceed?.()
    },
  }
}
