import type { ChatSummary } from '@app/contract/chats'
import { Check, Clock } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import { accept, decline, putAside, withdraw } from './chat-actions.ts'
import styles from './invites.module.css'
import { chatsTexts } from './texts.ts'

type Answer = 'accept' | 'maybe' | 'decline' | 'withdraw'

const RUN = { accept, maybe: putAside, decline, withdraw } as const satisfies Record<
  Answer,
  (chat: ChatSummary) => Promise<boolean>
>

type Props = {
  chat: ChatSummary
  /** The chat is open now. */
  onAccepted: (chatId: string) => void
}

/** The answers to an invite, or the withdrawal of my own. */
export function InviteActions({ chat, onAccepted }: Props) {
  const t = useTexts(chatsTexts)
  const [busy, setBusy] = useState<Answer | null>(null)
  async function run(answer: Answer): Promise<void> {
    if (busy) return
    setBusy(answer)
    const done = await RUN[answer](chat)
    setBusy(null)
    if (done && answer === 'accept') onAccepted(chat.chatId)
  }
  const waitingFor = (answer: Answer) => ({
    busy: busy === answer,
    busyLabel: t('invite.busy'),
    onClick: () => void run(answer),
  })
  if (chat.createdByMe) {
    return (
      <div className={styles.actions}>
        <Button variant="outlined" {...waitingFor('withdraw')}>
          {t('invite.withdraw')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.actions}>
      <Button icon={Check} {...waitingFor('accept')}>
        {t('invite.accept')}
      </Button>
      {!chat.maybe && (
        <Button variant="outlined" icon={Clock} {...waitingFor('maybe')}>
          {t('invite.maybe')}
        </Button>
      )}
      <Button variant="quiet" {...waitingFor('decline')}>
        {t('invite.decline')}
      </Button>
    </div>
  )
}
