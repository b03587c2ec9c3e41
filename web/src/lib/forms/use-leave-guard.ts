import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { guardHistoryNavigation } from '../navigation/history-guard.ts'
import { isPlainClick } from '../navigation/modifier-keys.ts'

/** The guarded path or, with `search`, the guarded URL. */
type GuardedUrl = { pathname: string; search?: string }

const isWithin = ({ pathname, search }: GuardedUrl, other: { pathname: string; search: string }): boolean =>
  other.pathname === pathname && (search === undefined || other.search === search)

/** Returns the target of a plain click on a link that leaves the guarded URL in this tab. */
function findLeavingHref(event: MouseEvent, guarded: GuardedUrl): string | null {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
  if (!link || !isPlainClick(event) || link.target === '_blank' || link.origin !== location.origin) return null
  return isWithin(guarded, link) ? null : link.pathname + link.search + link.hash
}

const readHistoryIndex = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

/** Asks for the confirmation of the guard that is active; null if none is. */
let askActiveGuard: ((proceed: () => void) => void) | null = null

/** Runs `proceed`, which leaves the URL without a link, after the confirmation of the active guard if there is one. */
export const leaveGuarded = (proceed: () => void): void => (askActiveGuard ? askActiveGuard(proceed) : proceed())

export type LeaveGuard = {
  isConfirming: boolean
  leave: () => void
  stay: () => void
  /** Runs `proceed` after the same confirmation, for navigation without a link. */
  go: (proceed: () => void) => void
}

/**
 * Asks for confirmation before the member leaves the path, or with `url` the exact URL, while `active`. Returns the
 * state of the confirmation, and the functions that leave or stay.
 * NOTE: the router cannot block navigation, so links are stopped before it handles them, and history navigation is
 * reverted.
 */
export function useLeaveGuard(active: boolean, scope: 'path' | 'url' = 'path'): LeaveGuard {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [proceed, setProceed] = useState<(() => void) | null>(null)
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!active) return
    isLeaving.current = false
    const startIndex = readHistoryIndex()
    const guarded = scope === 'url' ? { pathname, search } : { pathname }
    const onClick = (event: MouseEvent) => {
      const href = findLeavingHref(event, guarded)
      if (href === null || isLeaving.current) return
      event.preventDefault()
      setProceed(() => () => void navigate(href))
    }
    const onNavigation = (event: PopStateEvent) => {
      if (isWithin(guarded, location) || isLeaving.current) return
      event.stopImmediatePropagation()
      const step = readHistoryIndex() - startIndex || -1
      history.go(-step)
      setProceed(() => () => history.go(step))
    }
    const ask = (proceed: () => void) => setProceed(() => proceed)
    askActiveGuard = ask
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('click', onClick, true)
    const stopGuarding = guardHistoryNavigation(onNavigation)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('click', onClick, true)
      stopGuarding()
      if (askActiveGuard === ask) askActiveGuard = null
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
