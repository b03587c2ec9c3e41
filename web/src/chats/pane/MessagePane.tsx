import type { Id } from '@app/contract/base'
import { useCallback, useEffect, useRef, useState } from 'react'
import { emptyConversation } from '../../conversation/conversation.ts'
import { hasMarkup } from '../../conversation/messages/MessageText.tsx'
import { useOutgoing } from '../../conversation/outbox/outbox.ts'
import { useCatchUp } from '../../conversation/use-catch-up.ts'
import { useMedia } from '../../lib/photos/media.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { useMarkdownReady } from '../../ui/markdown/LazyMarkdown.tsx'
import { openConversation } from '../loads.ts'
import { chatKey } from '../sending.ts'
import { isBehind } from '../state.ts'
import { useChats } from '../store.ts'
import { trackVisibleChat } from '../sync.ts'
import { chatsTexts } from '../texts.ts'
import { useChat, useMyTurn } from '../use-chats.ts'
import { ChatComposer } from './ChatComposer.tsx'
import { ClosedNote } from './ClosedNote.tsx'
import { MessageList } from './MessageList.tsx'
import { PaneHeader } from './PaneHeader.tsx'
import styles from './pane.module.css'

const BUBBLES = ['46%', '38%', '62%', '30%', '54%']

const PaneSkeleton = () => (
  <div className={styles.skeleton}>
    {BUBBLES.map((width) => (
      <Skeleton key={width} width={width} height="2.625rem" radius="var(--radius-card)" />
    ))}
  </div>
)

type Props = {
  chatId: Id
  back?: string
  /** Opened from another page of the app, so the pane takes the focus. */
  arrived: boolean
}

/** One chat: its messages and the message field. */
export function MessagePane({ chatId, back, arrived }: Props) {
  const t = useTexts(chatsTexts)
  const field = useRef<HTMLTextAreaElement>(null)
  const atEnd = useRef<() => boolean>(() => false)
  const touch = useMedia('(pointer: coarse)')
  const chat = useChat(chatId)
  const list = useChats((state) => state.conversations.get(chatId))
  const behind = useChats((state) => isBehind(state, chatId, true))

  useEffect(() => {
    void openConversation(chatId)
    return trackVisibleChat(chatId)
  }, [chatId])

  const writes = chat?.state === 'OPEN' && !chat.iAmIgnoring && !chat.theyAreIgnoring
  const myTurn = useMyTurn(chat)
  const focusField = arrived && !back && !touch
  useEffect(() => {
    if (writes && focusField) field.current?.focus({ preventScroll: true })
  }, [writes, focusField])

  const toField = useCallback(() => field.current?.focus(), [])
  const retry = useCallback(() => void openConversation(chatId), [chatId])
  const conversation = list?.data
  const isRendererReady = useMarkdownReady(conversation?.messages.some(({ message }) => hasMarkup(message)) ?? false)
  const [hasRendered, setHasRendered] = useState(false)
  if (conversation && isRendererReady && !hasRendered) setHasRendered(true)
  // Once messages have rendered, later messages that need the Markdown renderer do not hide them while it loads.
  const loaded = chat && (hasRendered || isRendererReady) ? conversation : null
  const restarts = useCatchUp({ shown: Boolean(loaded), behind, unread: Boolean(chat?.newMessages) }, atEnd)
  const writing = useOutgoing(chatKey(chatId)).length > 0
  const shown = loaded ?? (writing ? emptyConversation : null)

  return (
    <section
      className={classes(styles.pane, myTurn && styles.myTurn)}
      data-covers-shell={back ? '' : undefined}
      aria-label={chat?.partner.userName}
    >
      {!chat && <div className={styles.header} />}
      {chat && <PaneHeader chat={chat} back={back} focused={arrived && !focusField} />}
      {!loaded && list?.state === 'failed' && (
        <Failed title={t('pane.failed')} text={t('pane.failedText')} retry={retry} />
      )}
      {!loaded && list?.state !== 'failed' && (
        <div className={styles.waiting}>
          <Loading text={t('pane.loading')}>
            <PaneSkeleton />
          </Loading>
        </div>
      )}
      {chat && shown && (
        <MessageList
          key={`${shown.rangeId} ${restarts}`}
          chat={chat}
          conversation={shown}
          atEnd={atEnd}
          onLeave={toField}
        />
      )}
      {!chat && <div className={styles.foot} />}
      {chat && (writes ? <ChatComposer chat={chat} field={field} /> : <ClosedNote chat={chat} />)}
    </section>
  )
}
