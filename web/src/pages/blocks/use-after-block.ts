import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { removeMember } from './remove-member.ts'

/**
 * Returns the function that removes a member from this page once the server has stored the block. Their open profile
 * closes to the list from which it was opened.
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
