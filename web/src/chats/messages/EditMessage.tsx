import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { type RefObject, useEffect } from 'react'
import { EditForm } from '../../conversation/composer/EditForm.tsx'
import { editMessage } from '../message-changes.ts'

type Props = {
  chatId: Id
  message: ChatMessage
  messages: readonly ChatMessage[]
  field: RefObject<HTMLTextAreaElement | null>
  onDone: () => void
}

/** Shows the field in which the member edits one of their messages, until it is saved, canceled or deleted. */
export function EditMessage({ chatId, message, messages, field, onDone }: Props) {
  const isDeleted = messages.some(({ id, deleted }) => id === message.id && deleted)
  useEffect(() => {
    if (isDeleted) onDone()
  }, [isDeleted, onDone])
  return (
    <EditForm
      field={field}
      original={message.message ?? ''}
      save={(text) => editMessage(chatId, message.id, text)}
      onDone={onDone}
    />
  )
}
