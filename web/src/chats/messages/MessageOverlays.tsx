import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { useState } from 'react'
import { focusRowOf } from '../../conversation/list/focus-row.ts'
import { keyOfMessage } from '../../conversation/list/rows.ts'
import { ChatViewer } from '../pane/ChatViewer.tsx'
import type { BubbleContext } from './bubble-props.ts'
import { DeleteMessage } from './DeleteMessage.tsx'
import { type ActionTarget, MessageActions } from './MessageActions.tsx'

type Props = {
  chat: ChatSummary
  messages: readonly ChatMessage[]
  actionTarget: ActionTarget | null
  shownPhotoKey: string | null
  writing: BubbleContext['writing']
  onEdit: (message: ChatMessage) => void
  onPhoto: (key: string | null) => void
  onCloseActions: () => void
}

/** Shows the overlays of the messages in a chat: the menu, the photo viewer and the dialog that deletes a message. */
export function MessageOverlays({ chat, messages, actionTarget, shownPhotoKey, writing, ...on }: Props) {
  const { onEdit, onPhoto, onCloseActions } = on
  const [messageToDelete, setMessageToDelete] = useState<ChatMessage | null>(null)
  const onDelete = (message: ChatMessage) => {
    focusRowOf(document.activeElement)
    setMessageToDelete(message)
  }
  return (
    <>
      <MessageActions
        chatId={chat.chatId}
        target={actionTarget}
        writing={writing}
        onClose={onCloseActions}
        onEdit={onEdit}
        onPhoto={(message) => onPhoto(keyOfMessage(message))}
        onDelete={onDelete}
      />
      <ChatViewer chat={chat} messages={messages} shownKey={shownPhotoKey} onShow={onPhoto} onDelete={onDelete} />
      <DeleteMessage chatId={chat.chatId} message={messageToDelete} onClose={() => setMessageToDelete(null)} />
    </>
  )
}
