import type { ChatSummary } from '@app/contract/chats'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useIsTeam } from '../../lib/http/session.ts'

/** The component that shows the invite at the start of a chat: null until it is loaded, and if loading failed. */
export const useLetter = create<{ Letter: typeof import('./Letter.tsx').Letter | null; failed: boolean }>(() => ({
  Letter: null,
  failed: false,
}))

function loadLetter(): void {
  if (useLetter.getState().Letter) return
  import('./Letter.tsx').then(
    ({ Letter }) => useLetter.setState({ Letter }),
    () => useLetter.setState({ failed: true }),
  )
}

/**
 * Returns whether the letter need not be waited for: its code is loaded, cannot be loaded, or is not `needed`. Starts
 * to load it if it is needed. If it cannot be loaded, the invite is shown as a bubble.
 */
export function useLetterReady(needed: boolean): boolean {
  const ready = useLetter(({ Letter, failed }) => Letter !== null || failed)
  useEffect(() => {
    if (needed) loadLetter()
  }, [needed])
  return ready || !needed
}

/** Returns whether the chat began with an invite. Chats with the team open without one. */
export function useBeganWithInvite(chat: ChatSummary | null): boolean {
  const isTeam = useIsTeam()
  return chat !== null && !isTeam && !chat.partner.team
}
