import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { removeMember } from './remove-member.ts'

/**
 * Returns a function that removes a blocked member from this page. If their profile is open, it first navigates back to
 * the page that linked to it, by default the search.
 */
export function useAfterBlock(): (userName: string) => void {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const from = (state as { from?: string } | null)?.from ?? '/profilelist'
  const openName = pathname === '/profile' ? new URLSearchParams(search).get('name')?.trim() : undefined
  return useCallback(
    (userName) => {
      if (openName === userName) void navigate(from, { replace: true })
      void removeMember(userName)
    },
    [navigate, from, openName],
  )
}
