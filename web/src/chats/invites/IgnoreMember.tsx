import { Ban } from 'lucide-react'
import { watchForFocusLoss } from '../../lib/navigation/focus-loss.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { ignoreName } from '../chat-actions.ts'
import { loadStatus, useKnownStatus } from '../statuses.ts'
import { chatsTexts } from '../texts.ts'

/**
 * Returns the menu action that ignores a member, or null while their status is not loaded and for the team, ignored
 * members and the member's own profile.
 */
export function useIgnoreAction(name: string): MenuAction | null {
  const t = useTexts(chatsTexts)
  const { data: knownStatus } = useKnownStatus(name)
  if (
    !knownStatus ||
    knownStatus.status === null ||
    knownStatus.status === 'ADMIN_CHAT' ||
    knownStatus.status === 'IGNORING'
  )
    return null
  const run = () => void ignoreName(name, knownStatus.chatId ?? undefined, () => void loadStatus(name))
  return { id: 'ignore', label: t('menu.ignore'), icon: Ban, run }
}

/** Shows the button that ignores a member, which disappears once they are ignored. */
export function IgnoreMember({ name }: { name: string }) {
  const ignoreAction = useIgnoreAction(name)
  return (
    ignoreAction && (
      <Button
        variant="quiet"
        icon={ignoreAction.icon}
        onClick={({ currentTarget }) => {
          watchForFocusLoss(currentTarget)
          ignoreAction.run()
        }}
      >
        {ignoreAction.label}
      </Button>
    )
  )
}
