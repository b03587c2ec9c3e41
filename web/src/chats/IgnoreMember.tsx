import { Ban } from 'lucide-react'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import { ignoreName } from './chat-actions.ts'
import { askStatus, useKnownStatus } from './statuses.ts'
import { chatsTexts } from './texts.ts'

/** Ignores the member whose page this is. Not there for the team, nor while they are ignored already. */
export function IgnoreMember({ name }: { name: string }) {
  const t = useTexts(chatsTexts)
  const known = useKnownStatus(name)
  if (!known || known.status === null || known.status === 'ADMIN_CHAT' || known.status === 'IGNORING') return null
  return (
    <Button
      variant="quiet"
      icon={Ban}
      onClick={() => void ignoreName(name, known.chatId ?? undefined, () => void askStatus(name))}
    >
      {t('menu.ignore')}
    </Button>
  )
}
