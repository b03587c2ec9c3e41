import type { ChatSummary } from '@app/contract/chats'
import { createLazyModule } from '../../lib/device/lazy-module.ts'
import { useIsTeam } from '../../lib/http/session.ts'

/** The component that shows the opening invite. If it could not be loaded, a bubble shows the invite. */
export const openingInvite = createLazyModule(() => import('./OpeningInvite.tsx'))

/** Returns whether the chat began with an invite. Chats with the team open without one. */
export function useBeganWithInvite(chat: ChatSummary | null): boolean {
  const isTeam = useIsTeam()
  return chat !== null && !isTeam && !chat.partner.team
}
