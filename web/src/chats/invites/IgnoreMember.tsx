import { Ban } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { ignoreName } from '../chat-actions.ts'
import { loadStatus, useKnownStatus } from '../statuses.ts'
import { chatsTexts } from '../texts.ts'

/** Returns the menu action that ignores the member of a profile; null for the team and for ignored members. */
export function useIgnoring(name: string): MenuAction | null {
  const t = useTexts(chatsTexts)
  const known = useKnownStatus(name)
  if (!known || known.status === null || known.status === 'ADMIN_CHAT' || known.status === 'IGNORING') return null
  const run = () => void ignoreName(name, known.chatId ?? undefined, () => void loadStatus(name))
  return { id: 'ignore', label: t('menu.ignore'), icon: Ban, run }
}

export function IgnoreMember({ name }: { name: string }) {
  const ignoring = useIgnoring(name)
  return (
    ignoring && (
      <Button variant="quiet" icon={ignoring.icon} onClick={ignoring.run}>
        {ignoring.label}
      </Button>
    )
  )
}
