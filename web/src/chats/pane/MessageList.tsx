import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { type ReactNode, type RefObject, Suspense, useCallback, useMemo, useState } from 'react'
import type { Conversation } from '../../conversation/conversation.ts'
import { Announcer } from '../../conversation/list/Announcer.tsx'
import { ConversationList } from '../../conversation/list/ConversationList.tsx'
import { focusRowOf } from '../../conversation/list/focus-row.ts'
import { keyOfMessage } from '../../conversation/list/rows.ts'
import { lazy } from '../../lib/device/chunks.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { shapeOf } from '../../ui/facts.ts'
import { useEverOpened } from '../../ui/overlays/use-ever-opened.ts'
import { loadNewer, loadNewest, loadOlder } from '../loads.ts'
import { markRead } from '../reads.ts'
import { chatKey } from '../sending.ts'
import { chatsTexts } from '../texts.ts'
import { useTyping } from '../typing.ts'
import type { BubbleContext } from './Bubble.tsx'
import type { ActionTarget } from './MessageActions.tsx'
import { MessageRow, TypingDots } from './MessageRow.tsx'
import styles from './messages.module.css'
import type { Row } from './rows.ts'
import { useAcceptanceRead } from './use-acceptance-read.ts'
import { useRows } from './use-rows.ts'

const ChatViewer = lazy(async () => ({ default: (await import('./ChatViewer.tsx')).ChatViewer }))
const MessageActions = lazy(async () => ({ default: (await import('./MessageActions.tsx')).MessageActions }))
const DeleteMessage = lazy(async () => ({ default: (await import('./DeleteMessage.tsx')).DeleteMessage }))

const nameOf = ({ senderName }: ChatMessage): string => senderName

type Props = {
  chat: ChatSummary
  conversation: Conversation<ChatMessage>
  isAtEnd: RefObject<() => boolean>
  ownPhoto: ReactNode
  onLeave: () => void
}

export function MessageList({ chat, conversation, isAtEnd, ownPhoto, onLeave }: Props) {
  const t = useTexts(chatsTexts)
  const { chatId, partner, profilePhotoUrl, blocked } = chat
  const { messages } = conversation
  const [shownPhotoKey, setShownPhotoKey] = useState<string | null>(null)
  const [actionTarget, setActionTarget] = useState<ActionTarget | null>(null)
  const [messageToDelete, setMessageToDelete] = useState<ChatMessage | null>(null)
  const hasOpenedViewer = useEverOpened(shownPhotoKey !== null)
  const hasOpenedActions = useEverOpened(actionTarget !== null)
  const hasOpenedDeletion = useEverOpened(messageToDelete !== null)
  const typing = useTyping(({ chats }) => chats.has(chatId))
  useAcceptanceRead(chat, messages)
  const { rows, unread, lastUnconfirmedId } = useRows(chat, conversation, isAtEnd)

  const fetchOlder = useCallback(() => loadOlder(chatId), [chatId])
  const fetchNewer = useCallback(() => loadNewer(chatId), [chatId])
  const fetchNewest = useCallback(() => loadNewest(chatId), [chatId])
  const onRead = useCallback((id: string) => markRead(chatId, id), [chatId])
  const onActions = useCallback((row: Row, anchor: HTMLElement) => {
    if (row.kind === 'message' && !row.message.deleted)
      setActionTarget({ message: row.message, anchor: { current: anchor } })
  }, [])
  const onDelete = useCallback((message: ChatMessage) => {
    focusRowOf(document.activeElement)
    setMessageToDelete(message)
  }, [])

  const { userName: name, persons } = partner
  const bubble = useMemo<BubbleContext>(
    () => ({
      chatId,
      ownPhoto,
      partner: { name, shape: shapeOf(persons), photoUrl: blocked ? null : profilePhotoUrl },
      onActions,
      onPhoto: setShownPhotoKey,
    }),
    [chatId, name, persons, profilePhotoUrl, blocked, ownPhoto, onActions],
  )

  return (
    <ConversationList
      conversationKey={chatKey(chatId)}
      label={t('pane.messages', { name })}
      conversation={conversation}
      rows={rows}
      unread={unread}
      lastUnconfirmedId={lastUnconfirmedId}
      isAtEnd={isAtEnd}
      fetchOlder={fetchOlder}
      fetchNewer={fetchNewer}
      fetchNewest={fetchNewest}
      onRead={onRead}
      onActions={onActions}
      onLeave={onLeave}
      renderRow={(row, tabStop, handlers) => (
        <MessageRow row={row} tabStop={tabStop} bubble={bubble} handlers={handlers} />
      )}
      footer={<div className={styles.footer}>{typing && <TypingDots partner={bubble.partner} />}</div>}
    >
      <Announcer conversation={conversation} nameOf={nameOf} />
      <Suspense>
        {hasOpenedActions && (
          <MessageActions
            chatId={chatId}
            target={actionTarget}
            onClose={() => setActionTarget(null)}
            onPhoto={(message) => setShownPhotoKey(keyOfMessage(message))}
            onDelete={onDelete}
          />
        )}
      </Suspense>
      <Suspense>
        {hasOpenedViewer && (
          <ChatViewer
            chat={chat}
            messages={messages}
            shownKey={shownPhotoKey}
            onShow={setShownPhotoKey}
            onDelete={onDelete}
          />
        )}
      </Suspense>
      <Suspense>
        {hasOpenedDeletion && (
          <DeleteMessage chatId={chatId} message={messageToDelete} onClose={() => setMessageToDelete(null)} />
        )}
      </Suspense>
    </ConversationList>
  )
}
