import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { lazy, type RefObject, Suspense, useCallback, useMemo, useState } from 'react'
import type { Conversation } from '../../conversation/conversation.ts'
import { Announcer } from '../../conversation/list/Announcer.tsx'
import { ConversationList } from '../../conversation/list/ConversationList.tsx'
import { focusRowOf } from '../../conversation/list/focus-row.ts'
import { keyOfMessage } from '../../conversation/list/rows.ts'
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
import { Dots, MessageRow } from './MessageRow.tsx'
import styles from './messages.module.css'
import type { Row } from './rows.ts'
import { useRows } from './use-rows.ts'

const ChatViewer = lazy(async () => ({ default: (await import('./ChatViewer.tsx')).ChatViewer }))
const MessageActions = lazy(async () => ({ default: (await import('./MessageActions.tsx')).MessageActions }))
const RemoveMessage = lazy(async () => ({ default: (await import('./RemoveMessage.tsx')).RemoveMessage }))

const nameOf = ({ senderName }: ChatMessage): string => senderName

type Props = {
  chat: ChatSummary
  conversation: Conversation<ChatMessage>
  atEnd: RefObject<() => boolean>
  onLeave: () => void
}

export function MessageList({ chat, conversation, atEnd, onLeave }: Props) {
  const t = useTexts(chatsTexts)
  const { chatId, partner, profilePhotoUrl } = chat
  const { messages } = conversation
  const [photoShown, setPhotoShown] = useState<string | null>(null)
  const [actionTarget, setActionTarget] = useState<ActionTarget | null>(null)
  const [removing, setRemoving] = useState<ChatMessage | null>(null)
  const everShown = useEverOpened(photoShown !== null)
  const everActionTarget = useEverOpened(actionTarget !== null)
  const everRemoving = useEverOpened(removing !== null)
  const typing = useTyping(({ chats }) => chats.has(chatId))
  const { rows, unread, lastWritten } = useRows(chat, conversation, atEnd)

  const older = useCallback(() => loadOlder(chatId), [chatId])
  const newer = useCallback(() => loadNewer(chatId), [chatId])
  const newest = useCallback(() => loadNewest(chatId), [chatId])
  const onRead = useCallback((id: string) => markRead(chatId, id), [chatId])
  const onActions = useCallback((row: Row, anchor: HTMLElement) => {
    if (row.kind === 'message' && !row.message.deleted)
      setActionTarget({ message: row.message, anchor: { current: anchor } })
  }, [])
  const onRemove = useCallback((message: ChatMessage) => {
    focusRowOf(document.activeElement)
    setRemoving(message)
  }, [])

  const { userName: name, persons } = partner
  const bubble = useMemo<BubbleContext>(
    () => ({
      partner: { name, shape: shapeOf(persons), photoUrl: profilePhotoUrl },
      onActions,
      onPhoto: setPhotoShown,
    }),
    [name, persons, profilePhotoUrl, onActions],
  )

  return (
    <ConversationList
      of={chatKey(chatId)}
      label={t('pane.messages', { name })}
      conversation={conversation}
      rows={rows}
      unread={unread}
      lastWritten={lastWritten}
      atEnd={atEnd}
      older={older}
      newer={newer}
      newest={newest}
      onRead={onRead}
      onActions={onActions}
      onLeave={onLeave}
      renderRow={(row, tabStop, handlers) => (
        <MessageRow row={row} tabStop={tabStop} bubble={bubble} handlers={handlers} />
      )}
      foot={<div className={styles.foot}>{typing && <Dots partner={bubble.partner} />}</div>}
    >
      <Announcer conversation={conversation} nameOf={nameOf} />
      <Suspense>
        {everActionTarget && (
          <MessageActions
            chatId={chatId}
            target={actionTarget}
            onClose={() => setActionTarget(null)}
            onPhoto={(message) => setPhotoShown(keyOfMessage(message))}
            onRemove={onRemove}
          />
        )}
      </Suspense>
      <Suspense>
        {everShown && (
          <ChatViewer chat={chat} messages={messages} shown={photoShown} onShow={setPhotoShown} onRemove={onRemove} />
        )}
      </Suspense>
      <Suspense>
        {everRemoving && <RemoveMessage chatId={chatId} message={removing} onClose={() => setRemoving(null)} />}
      </Suspense>
    </ConversationList>
  )
}
