import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { type ReactNode, type RefObject, useCallback, useMemo, useState } from 'react'
import type { Conversation } from '../../conversation/conversation.ts'
import { Announcer } from '../../conversation/list/Announcer.tsx'
import { ConversationList } from '../../conversation/list/ConversationList.tsx'
import { type MessageTarget, useRowTarget } from '../../conversation/list/use-row-target.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { shapeOf } from '../../ui/facts.ts'
import { loadNewer, loadNewest, loadOlder } from '../loads.ts'
import { markRead } from '../mark-read.ts'
import { useAcceptanceRead } from '../pane/use-acceptance-read.ts'
import { useTyping } from '../presence/typing.ts'
import { chatKey } from '../sending.ts'
import { chatsTexts } from '../texts.ts'
import type { BubbleContext } from './bubble-props.ts'
import { bubbleExtras } from './extras.ts'
import type { ActionTarget } from './MessageActions.tsx'
import { MessageRow, TypingDots } from './MessageRow.tsx'
import styles from './messages.module.css'
import type { Row } from './rows.ts'
import { useRows } from './use-rows.ts'

const nameOf = ({ senderName }: ChatMessage): string => senderName

type Props = {
  chat: ChatSummary
  conversation: Conversation<ChatMessage>
  isAtEnd: RefObject<() => boolean>
  ownPhoto: ReactNode
  /** The message that a quote or a link opens. */
  target: MessageTarget | null
  onTarget: (target: MessageTarget | null) => void
  /** Whether the member can write in the chat. */
  canWrite: boolean
  onReply: (message: ChatMessage) => void
  onEdit: (message: ChatMessage) => void
  onLeave: () => void
}

export function MessageList({ chat, conversation, isAtEnd, ownPhoto, target, canWrite, onLeave, ...props }: Props) {
  const { onTarget, onReply, onEdit } = props
  const t = useTexts(chatsTexts)
  const { chatId, partner, profilePhotoUrl, blocked } = chat
  const { messages } = conversation
  const [shownPhotoKey, setShownPhotoKey] = useState<string | null>(null)
  const [actionTarget, setActionTarget] = useState<ActionTarget | null>(null)
  const typing = useTyping(({ chats }) => chats.has(chatId))
  useAcceptanceRead(chat, messages)
  const { rows, unread, lastUnconfirmedId } = useRows(chat, conversation, isAtEnd)

  const fetchOlder = useCallback(() => loadOlder(chatId), [chatId])
  const fetchNewer = useCallback(() => loadNewer(chatId), [chatId])
  const fetchNewest = useCallback(() => loadNewest(chatId), [chatId])
  const onRead = useCallback((id: string) => markRead(chatId, id), [chatId])
  const onActions = useCallback((row: Row, anchor: HTMLElement, isPressed: boolean) => {
    if (row.kind === 'message' && !row.message.deleted)
      setActionTarget({ message: row.message, anchor: { current: anchor }, isPressed })
  }, [])
  const onEnter = useCallback((row: Row, anchor: HTMLElement) => onActions(row, anchor, false), [onActions])
  const onTargetLeft = useCallback(() => onTarget(null), [onTarget])
  const rowTarget = useRowTarget(target, messages)
  const extras = bubbleExtras.useModule()
  bubbleExtras.useReady(true)
  const onPress = (element: HTMLElement, key: string) => {
    const row = rows.find((other) => other.key === key)
    if (row) onActions(row, element, true)
  }
  const writing = useMemo<BubbleContext['writing']>(
    () =>
      canWrite
        ? {
            onReact: (id, reaction) =>
              void bubbleExtras
                .load()
                .then(({ messageActions }) => messageActions.reactToMessage(chatId, id, reaction)),
            onReply,
          }
        : null,
    [chatId, canWrite, onReply],
  )
  const { userName: name, persons } = partner
  const bubble = useMemo<BubbleContext>(
    () => ({
      chatId,
      ownPhoto,
      partner: { name, shape: shapeOf(persons), photoUrl: blocked ? null : profilePhotoUrl },
      onActions,
      onPhoto: setShownPhotoKey,
      onQuote: (id) => onTarget({ id, focus: true }),
      writing,
    }),
    [chatId, name, persons, profilePhotoUrl, blocked, ownPhoto, onActions, onTarget, writing],
  )

  return (
    <ConversationList
      conversationKey={chatKey(chatId)}
      label={t('pane.messages', { name })}
      conversation={conversation}
      rows={rows}
      unread={unread}
      lastUnconfirmedId={lastUnconfirmedId}
      target={rowTarget}
      onTargetLeft={onTargetLeft}
      isAtEnd={isAtEnd}
      fetchOlder={fetchOlder}
      fetchNewer={fetchNewer}
      fetchNewest={fetchNewest}
      onRead={onRead}
      onActions={onEnter}
      onLeave={onLeave}
      renderRow={(row, tabStop, handlers) => (
        <MessageRow row={row} tabStop={tabStop} bubble={bubble} handlers={handlers} />
      )}
      footer={<div className={styles.footer}>{typing && <TypingDots partner={bubble.partner} />}</div>}
    >
      {extras && <extras.messageActions.LongPress onPress={onPress} />}
      <Announcer conversation={conversation} nameOf={nameOf} />
      {extras && (
        <extras.messageActions.MessageOverlays
          chat={chat}
          messages={messages}
          actionTarget={actionTarget}
          shownPhotoKey={shownPhotoKey}
          writing={writing}
          onEdit={onEdit}
          onPhoto={setShownPhotoKey}
          onCloseActions={() => setActionTarget(null)}
        />
      )}
    </ConversationList>
  )
}
