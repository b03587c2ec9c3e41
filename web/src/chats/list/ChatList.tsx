import type { Id } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { MessageCirclePlus } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { getSession, useIsTeam } from '../../lib/http/session.ts'
import { profileUrl } from '../../lib/navigation/profile-url.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ListRows, ListScroller } from '../../ui/lists/ListPane.tsx'
import { Ball } from '../../ui/marks/Ball.tsx'
import { loadList, loadPendingInvites, loadSentInvites } from '../loads.ts'
import { useChats } from '../store.ts'
import { chatsTexts } from '../texts.ts'
import { useChatList, useTurnCount } from '../use-chats.ts'
import { ChatRow } from './ChatRow.tsx'
import { ListProgress } from './ListProgress.tsx'
import styles from './list.module.css'
import { MoreChats } from './MoreChats.tsx'

const retry = () => void loadList('chats')
const noChats: readonly ChatSummary[] = []

/** The scroll position of the list in a session, restored when its member returns to the list. */
let savedScroll: { sessionId: string | undefined; top: number } = { sessionId: undefined, top: 0 }

/** The parts of a list besides its rows. */
export type ListExtras = {
  /** Above the rows. */
  top?: ReactNode
  /** Whether `top` is still loading. The rows wait for it, because it would move them. */
  isTopPending?: boolean
  /** Replaces the empty state. */
  start?: ReactNode
}

type Props = ListExtras & {
  /** The chat that is open beside the list. */
  selected: Id | null
  onNewChat: () => void
}

/**
 * Loads the member's pending invites. Returns whether the rows have to wait for them: rows that are visible must not
 * move when the invites come between them.
 */
function usePendingInvites(hasRows: boolean): boolean {
  const { chats, sent } = useChats(({ lists }) => lists)
  const isTeam = useIsTeam()
  useEffect(() => {
    if (!isTeam) loadSentInvites()
  }, [isTeam])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loaded page may require another one.
  useEffect(loadPendingInvites, [chats, sent])
  const isWaiting = !isTeam && chats.data !== undefined && !sent.data && sent.state !== 'failed'
  const [hasShownRows, setHasShownRows] = useState(false)
  if (hasRows && !isWaiting && !hasShownRows) setHasShownRows(true)
  return isWaiting && !hasShownRows
}

/** Shows the chats that are open or have ended, and the member's pending invites. */
export function ChatList({ selected, onNewChat, top, isTopPending = false, start }: Props) {
  const t = useTexts(chatsTexts)
  const list = useChats((state) => state.lists.chats)
  const loadedChats = useChatList('chats')
  const isInvitePending = usePendingInvites(loadedChats.length > 0)
  const isWaiting = isInvitePending || isTopPending
  const chats = isWaiting ? noChats : loadedChats
  const isTeam = useIsTeam()
  const turnCount = useTurnCount(chats)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller) return
    const sessionId = getSession()?.sessionId
    scroller.scrollTop = savedScroll.sessionId === sessionId ? savedScroll.top : 0
    return () => {
      savedScroll = { sessionId, top: scroller.scrollTop }
    }
  }, [])
  const hasSelected = chats.some(({ chatId }) => chatId === selected)
  return (
    <ListScroller ref={box}>
      {top}
      {!isWaiting && start}
      {chats.length === 0 && (isWaiting || !start) && (
        <ListProgress
          state={isWaiting ? 'loading' : list.state}
          getText={(key) => t(`list.${key}`)}
          action={
            <Button icon={MessageCirclePlus} onClick={onNewChat}>
              {t('list.find')}
            </Button>
          }
          retry={retry}
        />
      )}
      {turnCount > 0 && (
        <p className={styles.legend}>
          <Ball labeled={false} />
          <span>{t.rich('legend', { count: turnCount, strong: (content) => <strong>{content}</strong> })}</span>
        </p>
      )}
      {chats.length > 0 && (
        <ListRows>
          {chats.map((chat, index) => {
            const pending = chat.state === 'INVITED'
            return (
              <ChatRow
                key={chat.chatId}
                chat={chat}
                to={pending ? profileUrl(chat.partner.userName) : `/chats?id=${chat.chatId}`}
                selected={chat.chatId === selected}
                tabStop={hasSelected ? chat.chatId === selected : index === 0}
                pending={pending}
              />
            )
          })}
        </ListRows>
      )}
      <MoreChats list="chats" />
      {!isTeam && list.data?.hasMore === false && (
        <p className={styles.vanished}>
          <Link className="text-link" to="/safety?tab=past">
            {t('list.vanished')}
          </Link>
        </p>
      )}
    </ListScroller>
  )
}
