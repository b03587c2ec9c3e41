import type { ChatPartner } from '@app/contract/chats'
import { useTexts } from '../lib/texts.ts'
import { useLastActive } from '../ui/facts.ts'
import { usePresence } from './presence.ts'
import { chatsTexts } from './texts.ts'

const laterInstant = (one: string | null, other: string | null): string | null =>
  !one || (other && other > one) ? other : one

/** 'Online nu', else when they were last active, else nothing. */
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
