import type { ChatSummary } from '@app/contract/chats'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useIsTeam } from '../../lib/http/session.ts'

/** The component that shows the opening invite; null until it is loaded, and if loading failed. */
export const useOpeningInvite = create<{
  OpeningInvite: typeof import('./OpeningInvite.tsx').OpeningInvite | null
  failed: boolean
}>(() => ({
  OpeningInvite: null,
  failed: false,
}))

function loadOpeningInvite(): void {
  if (useOpeningInvite.getState().OpeningInvite) return
  import('./OpeningInvite.tsx').then(
    ({ OpeningInvite }) => useOpeningInvite.setState({ OpeningInvite }),
    () => useOpeningInvite.setState({ failed: true }),
  )
}

/**
 * Loads the code of the opening invite if it is `needed`. Returns whether the messages can be shown: the code is
 * loaded, is not needed, or could not be loaded, so that a bubble shows the invite.
 */
export function useOpeningInviteReady(needed: boolean): boolean {
  const ready = useOpeningInvite(({ OpeningInvite, failed }) => OpeningInvite !== null || failed)
  useEffect(() => {
    if (needed) loadOpeningInvite()
  }, [needed])
  return ready || !needed
}

/** Returns whether the chat began with an invite. Chats with the team open without one. */
export function useBeganWithInvite(chat: ChatSummary | null): boolean {
  const isTeam = useIsTeam()
  return chat !== null && !isTeam && !chat.partner.team
}
