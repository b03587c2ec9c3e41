import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { setReply } from '../../conversation/composer/drafts.ts'
import { emptyConversation } from '../../conversation/conversation.ts'
import { type MessageTarget, useLinkedTarget } from '../../conversation/list/use-row-target.ts'
import { hasMarkup } from '../../conversation/messages/MessageText.tsx'
import { useOutgoing } from '../../conversation/outbox/outbox.ts'
import { quoteOf } from '../../conversation/quotes.ts'
import { useRestartAfterCatchUp } from '../../conversation/use-restart-after-catch-up.ts'
import { lazy } from '../../lib/device/chunks.ts'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { markdownRenderer } from '../../ui/markdown/markdown-renderer.ts'
import { countUnreadMessages } from '../acceptance.ts'
import { openConversation } from '../loads.ts'
import { bubbleExtras, hasExtras } from '../messages/extras.ts'
import { MessageList } from '../messages/MessageList.tsx'
import { chatKey } from '../sending.ts'
import { findConversation, isBehind, isWritable } from '../state.ts'
import { useChats } from '../store.ts'
import { trackVisibleChat } from '../sync.ts'
import { chatsTexts } from '../texts.ts'
import { useChat, useIsMyTurn } from '../use-chats.ts'
import { ChatComposer } from './ChatComposer.tsx'
import { openingInvite, useBeganWithInvite } from './opening-invite.ts'
import { PaneBack, PaneHeader } from './PaneHeader.tsx'
import styles from './pane.module.css'

const ClosedNote = lazy(async () => ({ default: (await import('./ClosedNote.tsx')).ClosedNote }))

const SKELETON_WIDTHS = ['46%', '38%', '62%', '30%', '54%']

const PaneSkeleton = () => (
  <div className={styles.skeleton}>
    {SKELETON_WIDTHS.map((width) => (
      <Skeleton key={width} width={width} height="2.625rem" radius="var(--radius-card)" />
    ))}
  </div>
)

const isLoaded = (chatId: Id, messageId: Id): boolean =>
  findConversation(useChats.getState(), chatId)?.messages.some(({ id }) => id === messageId) ?? false

const loadAround = (chatId: Id, messageId: Id): Promise<void> =>
  bubbleExtras.load().then(({ messageActions }) => messageActions.openMessage(chatId, messageId))

/**
 * Opens the chat, at the message in the URL if there is one. Returns the message to scroll to, and a function that opens
 * another one.
 */
function useOpenedChat(chatId: Id) {
  const [params] = useSearchParams()
  const linkedId = params.get('message')
  const [target, setTarget] = useLinkedTarget(linkedId)
  const openMessage = useCallback(
    (next: MessageTarget | null) => {
      setTarget(next)
      if (next && !isLoaded(chatId, next.id)) void loadAround(chatId, next.id)
    },
    [chatId, setTarget],
  )
  useEffect(() => {
    if (linkedId === null || isLoaded(chatId, linkedId)) void openConversation(chatId)
    else void loadAround(chatId, linkedId)
  }, [chatId, linkedId])
  useEffect(() => trackVisibleChat(chatId), [chatId])
  return { target, openMessage }
}

type Props = {
  chatId: Id
  back?: string
  /** Whether to move the focus into the pane: true after a navigation within the app, false on the first load. */
  takesFocus: boolean
  /** The member's own photo. */
  ownPhoto: ReactNode
}

/** Shows one chat: its messages and the message field. */
export function MessagePane({ chatId, back, takesFocus, ownPhoto }: Props) {
  const t = useTexts(chatsTexts)
  const field = useRef<HTMLTextAreaElement>(null)
  const isAtEnd = useRef<() => boolean>(() => false)
  const isTouch = useMediaQuery('(pointer: coarse)')
  const chat = useChat(chatId)
  const loadable = useChats((state) => state.conversations.get(chatId))
  const isOutdated = useChats((state) => isBehind(state, chatId, true))

  const { target, openMessage } = useOpenedChat(chatId)

  const canWrite = chat !== null && isWritable(chat)
  const isMyTurn = useIsMyTurn(chat)
  const shouldFocusField = takesFocus && !back && !isTouch
  useEffect(() => {
    if (canWrite && shouldFocusField) field.current?.focus({ preventScroll: true })
  }, [canWrite, shouldFocusField])

  const focusMessageField = useCallback(() => field.current?.focus(), [])
  const [edited, setEdited] = useState<ChatMessage | null>(null)
  const stopEditing = useCallback(() => setEdited(null), [])
  const onReply = useCallback(
    (message: ChatMessage) => {
      setEdited(null)
      setReply(chatKey(chatId), quoteOf(message, message.senderName))
      field.current?.focus()
    },
    [chatId],
  )
  const retry = useCallback(() => void openConversation(chatId), [chatId])
  const conversation = loadable?.data
  const hasMarkdown = conversation?.messages.some(({ message }) => hasMarkup(message)) ?? false
  const isRendererReady = markdownRenderer.useReady(hasMarkdown)
  const beganWithInvite = useBeganWithInvite(chat)
  const isOpeningInviteReady = openingInvite.useReady(beganWithInvite && conversation?.hasOlder === false)
  const areExtrasReady = bubbleExtras.useReady(conversation?.messages.some(hasExtras) ?? false)
  const isReady = isRendererReady && isOpeningInviteReady && areExtrasReady
  const [hasRendered, setHasRendered] = useState(false)
  if (conversation && isReady && !hasRendered) setHasRendered(true)
  // Keep rendered messages visible while the Markdown renderer loads for a later message.
  const readyConversation = chat && (hasRendered || isReady) ? conversation : null
  // Do not show the error if messages are cached and only a renderer is still loading.
  const hasFailed = loadable?.state === 'failed' && !(chat && conversation)
  const restartCount = useRestartAfterCatchUp(
    {
      isShown: Boolean(readyConversation),
      isBehind: isOutdated,
      hasUnread: chat !== null && countUnreadMessages(chat) > 0,
    },
    isAtEnd,
  )
  const hasOutgoing = useOutgoing(chatKey(chatId)).length > 0
  const shownConversation = readyConversation ?? (hasOutgoing ? emptyConversation : null)

  return (
    <section
      className={classes(styles.pane, isMyTurn && styles.myTurn)}
      data-covers-shell={back ? '' : undefined}
      aria-label={chat?.partner.userName}
    >
      {chat ? (
        <PaneHeader chat={chat} back={back} takesFocus={takesFocus && !shouldFocusField} />
      ) : (
        <header className={styles.header}>{back && <PaneBack to={back} />}</header>
      )}
      {hasFailed && (
        <Failed
          title={t('pane.failed')}
          text={t('pane.failedText')}
          offlineText={t('pane.notOnDevice')}
          retry={retry}
        />
      )}
      {!readyConversation && !hasFailed && (
        <div className={styles.loading}>
          <Loading text={t('pane.loading')}>
            <PaneSkeleton />
          </Loading>
        </div>
      )}
      {chat && shownConversation && (
        <MessageList
          key={`${shownConversation.rangeId} ${restartCount}`}
          chat={chat}
          conversation={shownConversation}
          isAtEnd={isAtEnd}
          ownPhoto={ownPhoto}
          target={target}
          onTarget={openMessage}
          canWrite={canWrite}
          onReply={onReply}
          onEdit={setEdited}
          onLeave={focusMessageField}
        />
      )}
      {!chat && <div className={styles.footer} />}
      {chat && canWrite && (
        <ChatComposer
          chat={chat}
          field={field}
          messages={conversation?.messages ?? []}
          edited={edited}
          onEdit={setEdited}
          onEdited={stopEditing}
        />
      )}
      {chat && !canWrite && (
        <Suspense fallback={<div className={styles.footer} />}>
          <ClosedNote chat={chat} />
        </Suspense>
      )}
    </section>
  )
}
