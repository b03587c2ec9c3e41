import type { Id } from '@app/contract/base'
import { MessageCirclePlus } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ListRows, ListScroller } from '../../ui/lists/ListPane.tsx'
import { ListSkeleton } from '../../ui/lists/ListSkeleton.tsx'
import { Ball } from '../../ui/marks/Ball.tsx'
import { loadList } from '../loads.ts'
import { useChats } from '../store.ts'
import { chatsTexts } from '../texts.ts'
import { useChatList, useTurnCount } from '../use-chats.ts'
import { ChatRow } from './ChatRow.tsx'
import styles from './list.module.css'
import { More } from './More.tsx'

const retry = () => void loadList('chats')

/** The scroll position of the list, restored when the user returns to it. */
let leftAt = 0

type Props = {
  /** The chat that is open beside the list. */
  selected: Id | null
  onFind: () => void
}

/** The chats that are open or have ended. */
export function ChatList({ selected, onFind }: Props) {
  const t = useTexts(chatsTexts)
  const list = useChats((state) => state.lists.chats)
  const chats = useChatList('chats')
  const turns = useTurnCount(chats)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller) return
    scroller.scrollTop = leftAt
    return () => {
      leftAt = scroller.scrollTop
    }
  }, [])
  const hasSelected = chats.some(({ chatId }) => chatId === selected)
  return (
    <ListScroller ref={box}>
      {chats.length === 0 && (list.state === 'notStarted' || list.state === 'loading') && (
        <Loading text={t(`list.${list.state}`)}>
          <ListSkeleton />
        </Loading>
      )}
      {chats.length === 0 && list.state === 'failed' && (
        <Failed title={t('list.failed')} text={t('list.failedText')} retry={retry} />
      )}
      {chats.length === 0 && list.state === 'loaded' && (
        <EmptyState
          title={t('list.empty')}
          action={
            <Button icon={MessageCirclePlus} onClick={onFind}>
              {t('list.find')}
            </Button>
          }
        >
          {t('list.emptyText')}
        </EmptyState>
      )}
      {turns > 0 && (
        <p className={styles.legend}>
          <Ball labelled={false} />
          <span>{t.rich('legend', { count: turns, strong: (words) => <strong>{words}</strong> })}</span>
        </p>
      )}
      {chats.length > 0 && (
        <ListRows>
          {chats.map((chat, index) => (
            <ChatRow
              key={chat.chatId}
              chat={chat}
              to={`/chats?id=${chat.chatId}`}
              selected={chat.chatId === selected}
              tabStop={hasSelected ? chat.chatId === selected : index === 0}
            />
          ))}
        </ListRows>
      )}
      <More list="chats" />
    </ListScroller>
  )
}
