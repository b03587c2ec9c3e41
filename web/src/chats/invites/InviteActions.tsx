import type { ChatSummary } from '@app/contract/chats'
import { Check, Clock } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { focusAfterAnswer, focusLetter } from '../../ui/overlays/focus-after-answer.ts'
import { accept, decline, markMaybe, withdraw } from '../chat-actions.ts'
import { inviteTexts } from './invite-texts.ts'

type Answer = 'accept' | 'maybe' | 'decline' | 'withdraw'

const RUN = { accept, maybe: markMaybe, decline, withdraw } as const satisfies Record<
  Answer,
  (chat: ChatSummary) => Promise<boolean>
>

type Props = {
  chat: ChatSummary
  /** Called when the chat is open. */
  onAccepted: (chatId: string) => void
}

/** The buttons that answer an invite, or withdraw the member's own invite. */
export function InviteActions({ chat, onAccepted }: Props) {
  const t = useTexts(inviteTexts)
  const [busy, setBusy] = useState<Answer | null>(null)
  async function run(answer: Answer): Promise<void> {
    if (busy) return
    const focusNext = focusAfterAnswer()
    setBusy(answer)
    const done = await RUN[answer](chat)
    setBusy(null)
    if (!done) return
    if (answer === 'accept') onAccepted(chat.chatId)
    // On 'maybe' an invite shown as a letter stays open, while a card moves to the end of the list.
    else if (answer !== 'maybe' || !focusLetter()) focusNext()
  }
  const waitingFor = (answer: Answer) => ({
    busy: busy === answer,
    busyLabel: t('busy'),
    onClick: () => void run(answer),
  })
  if (chat.createdByMe) {
    return (
      <Button variant="outlined" {...waitingFor('withdraw')}>
        {t('withdraw')}
      </Button>
    )
  }
  return (
    <>
      <Button icon={Check} {...waitingFor('accept')}>
        {t('accept')}
      </Button>
      {!chat.maybe && (
        <Button variant="outlined" icon={Clock} {...waitingFor('maybe')}>
          {t('maybe')}
        </Button>
      )}
      <Button variant="quiet" {...waitingFor('decline')}>
        {t('decline')}
      </Button>
    </>
  )
}
