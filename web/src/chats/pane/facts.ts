import type { ChatPartner } from '@app/contract/chats'
import { useTexts } from '../../lib/text/texts.ts'
import { useLastActive } from '../../ui/facts.ts'
import { usePresence } from '../presence.ts'
import { chatsTexts } from '../texts.ts'

const laterInstant = (one: string | null, other: string | null): string | null =>
  !one || (other && other > one) ? other : one

/** Returns 'Online nu', else when the partner was last active, else null. */
export function useActivity(): (partner: ChatPartner) => string | null {
  const t = useTexts(chatsTexts)
  const lastActiveText = useLastActive()
  const { online, lastSeen } = usePresence()
  return ({ userName, lastActive }) => {
    if (online.has(userName)) return t('online')
    const at = laterInstant(lastActive, lastSeen.get(userName) ?? null)
    return at && lastActiveText(at)
  }
}
