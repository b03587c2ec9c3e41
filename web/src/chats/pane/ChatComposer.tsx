import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { Composer } from '../../conversation/composer/Composer.tsx'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { bubbleExtras } from '../messages/extras.ts'
import { publishStoppedTyping, publishTyping } from '../presence/typing.ts'
import { chatKey } from '../sending.ts'
import { chatsTexts } from '../texts.ts'

type Props = {
  chat: ChatSummary
  field: RefObject<HTMLTextAreaElement | null>
  messages: readonly ChatMessage[]
  /** The message that the member edits in place of a draft. */
  edited: ChatMessage | null
  onEdit: (message: ChatMessage) => void
  onEdited: () => void
}

export function ChatComposer({ chat: { chatId, partner }, field, messages, edited, onEdit, onEdited }: Props) {
  const t = useTexts(chatsTexts)
  const tPhoto = useTexts(photoTexts)
  const name = partner.userName
  const onTyping = useCallback(
    (typing: boolean) => (typing ? publishTyping(chatId) : publishStoppedTyping(chatId)),
    [chatId],
  )
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !edited) field.current?.focus()
    wasEditing.current = edited !== null
  }, [edited, field])
  const lastOwnMessage = messages.findLast(({ mine, deleted }) => mine && !deleted)
  const extras = bubbleExtras.useModule()
  const editLast = () => {
    if (lastOwnMessage && extras && extras.messageActions.minutesToEdit(lastOwnMessage) > 0) onEdit(lastOwnMessage)
  }
  if (edited && extras) {
    return (
      <extras.messageActions.EditMessage
        key={edited.id}
        chatId={chatId}
        message={edited}
        messages={messages}
        field={field}
        onDone={onEdited}
      />
    )
  }
  return (
    <Composer
      conversationKey={chatKey(chatId)}
      field={field}
      label={t('composer.label', { name })}
      placeholder={t('composer.placeholder')}
      photoTitle={tPhoto('title', { name })}
      messages={messages}
      onTyping={onTyping}
      onUp={editLast}
    />
  )
}
