import type { Id } from '@app/contract/base'
import type { ChatStatus } from '@app/contract/chats'
import { useState } from 'react'
import { watchForFocusLoss } from '../../lib/navigation/focus-loss.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { acceptInvite, declineInvite, stopIgnoringName } from '../chat-actions.ts'
import { chatsTexts } from '../texts.ts'
import styles from './find.module.css'
import { inviteTexts } from './invite-texts.ts'
import { statusTexts } from './status-texts.ts'
import { useTeamLabel } from './use-team-label.ts'

type Props = {
  name: string
  status: ChatStatus
  onOpenChat: (chatId: Id) => void
  /** Called when the status between the two members has changed. */
  onChanged: () => void
  /** The label of the button that opens the existing chat. */
  openLabel?: string
  /** Stacks the buttons in full width. */
  wide?: boolean
}

/** Shows the actions, or the explanation, that match the status between this member and another one. */
export function StatusActions({
  name,
  status: { status, chatId, needs },
  openLabel,
  onOpenChat,
  onChanged,
  wide,
}: Props) {
  const t = useTexts(statusTexts)
  const tChats = useTexts(chatsTexts)
  const tInvites = useTexts(inviteTexts)
  const teamLabel = useTeamLabel()
  const [pending, setPending] = useState<'accept' | 'decline' | 'stopIgnoring' | null>(null)

  async function run(
    button: NonNullable<typeof pending>,
    action: () => Promise<boolean>,
    onSuccess: () => void,
  ): Promise<void> {
    if (pending) return
    setPending(button)
    // The new status replaces the pressed button.
    if (document.activeElement) watchForFocusLoss(document.activeElement)
    const hasSucceeded = await action()
    setPending(null)
    if (hasSucceeded) onSuccess()
  }

  if (status === null) return <p>{t('self')}</p>
  if (status === 'NOT_ACCEPTING') {
    return (
      <div>
        <p>{t('notAccepting', { name })}</p>
        <p>{t('missing', { name })}</p>
        <ul className={styles.needs}>
          {needs?.map((need) => (
            <li key={need}>{t(`need.${need}`, { name })}</li>
          ))}
        </ul>
      </div>
    )
  }
  if (status === 'INVITED') {
    return (
      <div className={styles.actions}>
        <Button wide={wide} disabled>
          {t('INVITED')}
        </Button>
      </div>
    )
  }
  if (status === 'IGNORING' || status === 'IGNORED') {
    return (
      <div className={styles.actions}>
        <p>{t('ignored')}</p>
        {status === 'IGNORING' && (
          <Button
            variant="outlined"
            wide={wide}
            busy={pending !== null}
            busyLabel={tChats('menu.stopIgnoring')}
            onClick={() => void run('stopIgnoring', () => stopIgnoringName(name), onChanged)}
          >
            {tChats('menu.stopIgnoring')}
          </Button>
        )}
      </div>
    )
  }
  if (status === 'PLEASE_ACCEPT' && chatId) {
    return (
      <div className={styles.actions}>
        <Button
          wide={wide}
          busy={pending === 'accept'}
          busyLabel={tInvites('busy')}
          onClick={() =>
            void run(
              'accept',
              () => acceptInvite(chatId),
              () => onOpenChat(chatId),
            )
          }
        >
          {tInvites('accept')}
        </Button>
        <Button
          variant="quiet"
          wide={wide}
          busy={pending === 'decline'}
          busyLabel={tInvites('busy')}
          onClick={() => void run('decline', () => declineInvite(chatId, name), onChanged)}
        >
          {tInvites('decline')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.actions}>
      <Button wide={wide} onClick={() => chatId && onOpenChat(chatId)}>
        {openLabel ?? (status === 'ADMIN_CHAT' ? teamLabel : t('ALREADY_CHAT'))}
      </Button>
    </div>
  )
}
