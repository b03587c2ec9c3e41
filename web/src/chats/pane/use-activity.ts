import type { ChatPartner } from '@app/contract/chats'
import { useTexts } from '../../lib/text/texts.ts'
import { useLastActive } from '../../ui/facts.ts'
import { usePresence } from '../presence/presence.ts'
import { chatsTexts } from '../texts.ts'

const laterInstant = (one: string | null, other: string | null): string | null =>
  !one || (other && other > one) ? other : one

/** Returns a formatter: 'Online nu', else when the partner was last active, or null if that is unknown. */
export function useActivity(): (partner: ChatPartner) => string | null {
  const t = useTexts(chatsTexts)
  const lastActiveText = useLastActive()
  const { online, lastSeen } = usePresence()
  return ({ userName, lastActive }) => {
    if (online.has(userName)) return t('online')
    const instant = laterInstant(lastActive, lastSeen.get(userName) ?? null)
    return instant && lastActiveText(instant)
  }
}
