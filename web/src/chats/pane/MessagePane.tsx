import type { Id } from '@app/contract/base'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { emptyConversation } from '../../conversation/conversation.ts'
import { hasMarkup } from '../../conversation/messages/MessageText.tsx'
import { useOutgoing } from '../../conversation/outbox/outbox.ts'
import { useRestartAfterCatchUp } from '../../conversation/use-restart-after-catch-up.ts'
import { lazy } from '../../lib/device/chunks.ts'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { useMarkdownReady } from '../../ui/markdown/LazyMarkdown.tsx'
import { countUnreadMessages } from '../acceptance.ts'
import { openConversation } from '../loads.ts'
import { chatKey } from '../sending.ts'
import { isBehind } from '../state.ts'
import { useChats } from '../store.ts'
import { trackVisibleChat } from '../sync.ts'
import { chatsTexts } from '../texts.ts'
import { useChat, useMyTurn } from '../use-chats.ts'
import { ChatComposer } from './ChatComposer.tsx'
import { MessageList } from './MessageList.tsx'
import { useBeganWithInvite, useOpeningInviteReady } from './opening-invite.ts'
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

  useEffect(() => {
    void openConversation(chatId)
    return trackVisibleChat(chatId)
  }, [chatId])

  const canWrite = chat?.state === 'OPEN' && !chat.iAmIgnoring && !chat.theyAreIgnoring
  const myTurn = useMyTurn(chat)
  const shouldFocusField = takesFocus && !back && !isTouch
  useEffect(() => {
    if (canWrite && shouldFocusField) field.current?.focus({ preventScroll: true })
  }, [canWrite, shouldFocusField])

  const focusMessageField = useCallback(() => field.current?.focus(), [])
  const retry = useCallback(() => void openConversation(chatId), [chatId])
  const conversation = loadable?.data
  const isRendererReady = useMarkdownReady(conversation?.messages.some(({ message }) => hasMarkup(message)) ?? false)
  const beganWithInvite = useBeganWithInvite(chat)
  const isOpeningInviteReady = useOpeningInviteReady(beganWithInvite && conversation?.hasOlder === false)
  const isReady = isRendererReady && isOpeningInviteReady
  const [hasRendered, setHasRendered] = useState(false)
  if (conversation && isReady && !hasRendered) setHasRendered(true)
  // Keep rendered messages visible while the Markdown renderer loads for a later message.
  const loaded = chat && (hasRendered || isReady) ? conversation : null
  // Do not show the error if messages are cached and only a renderer is still loading.
  const hasFailed = loadable?.state === 'failed' && !(chat && conversation)
  const restartCount = useRestartAfterCatchUp(
    { isShown: Boolean(loaded), isBehind: isOutdated, hasUnread: chat !== null && countUnreadMessages(chat) > 0 },
    isAtEnd,
  )
  const hasOutgoing = useOutgoing(chatKey(chatId)).length > 0
  const shownConversation = loaded ?? (hasOutgoing ? emptyConversation : null)

  return (
    <section
      className={classes(styles.pane, myTurn && styles.myTurn)}
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
      {!loaded && !hasFailed && (
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
          onLeave={focusMessageField}
        />
      )}
      {!chat && <div className={styles.footer} />}
      {chat && canWrite && <ChatComposer chat={chat} field={field} />}
      {chat && !canWrite && (
        <Suspense fallback={<div className={styles.footer} />}>
          <ClosedNote chat={chat} />
        </Suspense>
      )}
    </section>
  )
}
