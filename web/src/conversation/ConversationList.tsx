import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BubbleContext } from '../chats/Bubble.tsx'
import { loadNewer, loadNewest, loadOlder } from '../chats/loads.ts'
import { type ActedOn, MessageActions } from '../chats/MessageActions.tsx'
import { Dots, MessageRow } from '../chats/MessageRow.tsx'
import { RemoveMessage } from '../chats/RemoveMessage.tsx'
import { useReadingHere } from '../chats/reading.ts'
import { keyOfMessage, type Row } from '../chats/rows.ts'
import { chatsTexts } from '../chats/texts.ts'
import { useTyping } from '../chats/typing.ts'
import { useRows } from '../chats/use-rows.ts'
import { useTexts } from '../lib/texts.ts'
import { shapeOf } from '../ui/facts.ts'
import { Announcer } from './Announcer.tsx'
import type { Conversation } from './conversation.ts'
import { isAfter } from './ids.ts'
import styles from './list.module.css'
import { useFocusedRows } from './use-focused-rows.ts'
import { useSeen } from './use-seen.ts'
import { useWindow } from './use-window.ts'
import { ChatViewer } from './Viewer.tsx'

type Props = { chat: ChatSummary; conversation: Conversation<ChatMessage>; onLeave: () => void }

export function MessageList({ chat, conversation, onLeave }: Props) {
  const t = useTexts(chatsTexts)
  const { chatId, partner, profilePhotoUrl } = chat
  const { messages, hasOlder, hasNewer } = conversation
  const [photoShown, setPhotoShown] = useState<string | null>(null)
  const [acted, setActed] = useState<ActedOn | null>(null)
  const [removing, setRemoving] = useState<ChatMessage | null>(null)
  const [failed, setFailed] = useState(false)
  const typing = useTyping(({ chats }) => chats.has(chatId))
  const atEnd = useRef<() => boolean>(() => false)
  const { rows, unread, lastWritten } = useRows(chat, conversation, atEnd)

  const older = useCallback(() => void loadOlder(chatId).catch(() => setFailed(true)), [chatId])
  const newer = useCallback(() => void loadNewer(chatId).catch(() => undefined), [chatId])
  const [startAt] = useState(unread ? 'unread' : null)
  const list = useWindow(rows, {
    startAt,
    onTop: hasOlder && !failed ? older : null,
    onEnd: hasNewer ? newer : null,
  })
  const { toBottom, isStuck } = list
  useReadingHere(chatId, list.atBottom)
  useEffect(() => {
    atEnd.current = isStuck
  }, [isStuck])

  const { viewed, watch } = useSeen(chatId, list.scroller, unread ? unread.after : (messages.at(-1)?.id ?? null))
  const newBelow = messages.filter(({ id, mine, deleted }) => !mine && !deleted && isAfter(id, viewed)).length

  const goToBottom = useCallback(() => {
    if (hasNewer) void loadNewest(chatId)
    toBottom()
  }, [chatId, hasNewer, toBottom])

  // My own words always bring me to the end.
  const broughtBy = useRef(lastWritten)
  useEffect(() => {
    if (lastWritten && lastWritten !== broughtBy.current) goToBottom()
    broughtBy.current = lastWritten
  }, [lastWritten, goToBottom])

  const onActions = useCallback((row: Extract<Row, { kind: 'message' }>, anchor: HTMLElement) => {
    if (!row.message.deleted) setActed({ message: row.message, anchor: { current: anchor } })
  }, [])
  const { tabStop, onFocus, onKey } = useFocusedRows({ rows, focusRow: list.focusRow, onActions, onLeave })

  const { userName: name, persons } = partner
  const bubble = useMemo<BubbleContext>(
    () => ({
      partner: { name, shape: shapeOf(persons), photoUrl: profilePhotoUrl },
      onFocus,
      onKey,
      onActions,
      onPhoto: setPhotoShown,
      watch,
    }),
    [name, persons, profilePhotoUrl, onFocus, onKey, onActions, watch],
  )

  return (
    <div className={styles.list}>
      <div ref={list.scroller} className={styles.scroller} onScroll={list.onScroll}>
        <div ref={list.content} className={styles.content}>
          <div role="log" aria-live="off" aria-relevant="additions" aria-label={t('pane.messages', { name })}>
            {rows.slice(list.from, list.to).map((row) => (
              <div key={row.key} data-row={row.key}>
                <MessageRow row={row} tabStop={row.key === tabStop} bubble={bubble} />
              </div>
            ))}
          </div>
          <div className={styles.foot}>{typing && <Dots partner={bubble.partner} />}</div>
        </div>
      </div>
      {failed && (
        <p className={styles.olderFailed} role="alert">
          {t('pane.olderFailed')}{' '}
          <button type="button" className="text-link" onClick={() => setFailed(false)}>
            {t('pane.retry')}
          </button>
        </p>
      )}
      {(!list.atBottom || hasNewer) && (
        <button
          type="button"
          className={styles.pill}
          aria-label={hasNewer || newBelow > 0 ? undefined : t('pane.toLatest')}
          onClick={goToBottom}
        >
          {hasNewer ? t('pane.toNew') : newBelow > 0 && t('pane.toNewCount', { count: newBelow })}
          <ArrowDown size={18} strokeWidth={1.75} aria-hidden />
        </button>
      )}
      <Announcer conversation={conversation} />
      <MessageActions
        chatId={chatId}
        acted={acted}
        onClose={() => setActed(null)}
        onPhoto={(message) => setPhotoShown(keyOfMessage(message))}
        onRemove={setRemoving}
      />
      <ChatViewer chat={chat} messages={messages} shown={photoShown} onShow={setPhotoShown} onRemove={setRemoving} />
      <RemoveMessage chatId={chatId} message={removing} onClose={() => setRemoving(null)} />
    </div>
  )
}
