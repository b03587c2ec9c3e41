import type { ChatSummary } from '@app/contract/chats'
import { Check, Clock } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { focusOpenInvite, prepareFocusAfterAnswer } from '../../ui/lists/focus-after-answer.ts'
import { accept, decline, markMaybe, withdraw } from '../chat-actions.ts'
import { inviteTexts } from './invite-texts.ts'

type Answer = 'accept' | 'maybe' | 'decline' | 'withdraw'

const ACTIONS = { accept, maybe: markMaybe, decline, withdraw } as const satisfies Record<
  Answer,
  (chat: ChatSummary) => Promise<boolean>
>

type Props = {
  chat: ChatSummary
  /** Called when the chat is open. */
  onAccepted: (chatId: string) => void
}

/** Shows the buttons that answer a received invite or withdraw a sent one. */
export function InviteActions({ chat, onAccepted }: Props) {
  const t = useTexts(inviteTexts)
  const labelId = useId()
  const [busy, setBusy] = useState<Answer | null>(null)
  async function run(answer: Answer): Promise<void> {
    if (busy) return
    const focusNext = prepareFocusAfterAnswer()
    setBusy(answer)
    const isDone = await ACTIONS[answer](chat)
    setBusy(null)
    if (!isDone) return
    if (answer === 'accept') onAccepted(chat.chatId)
    // On 'maybe' an invite shown in full stays open, while a card moves to the end of the list.
    else if (answer !== 'maybe' || !focusOpenInvite()) focusNext()
  }
  const buttonProps = (answer: Answer) => ({
    busy: busy === answer,
    busyLabel: t('busy'),
    'aria-describedby': labelId,
    onClick: () => void run(answer),
  })
  if (chat.createdByMe) {
    return (
      <>
        <span id={labelId} hidden>
          {t('to', { name: chat.partner.userName })}
        </span>
        <Button variant="outlined" {...buttonProps('withdraw')}>
          {t('withdraw')}
        </Button>
      </>
    )
  }
  return (
    <>
      <span id={labelId} hidden>
        {t('from', { name: chat.partner.userName })}
      </span>
      <Button icon={Check} {...buttonProps('accept')}>
        {t('accept')}
      </Button>
      {!chat.maybe && (
        <Button variant="outlined" icon={Clock} {...buttonProps('maybe')}>
          {t('maybe')}
        </Button>
      )}
      <Button variant="quiet" {...buttonProps('decline')}>
        {t('decline')}
      </Button>
    </>
  )
}
