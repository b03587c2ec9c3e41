import type { Id } from '@app/contract/base'
import { MessageCirclePlus } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ListRows, ListScroller } from '../../ui/lists/ListPane.tsx'
import { Ball } from '../../ui/marks/Ball.tsx'
import { loadList } from '../loads.ts'
import { useChats } from '../store.ts'
import { chatsTexts } from '../texts.ts'
import { useChatList, useTurnCount } from '../use-chats.ts'
import { ChatRow } from './ChatRow.tsx'
import { ListProgress } from './ListProgress.tsx'
import styles from './list.module.css'
import { More } from './More.tsx'

const retry = () => void loadList('chats')

/** The scroll position of the list, restored when the user returns to it. */
let savedScrollTop = 0

type Props = {
  /** The chat that is open beside the list. */
  selected: Id | null
  onNewChat: () => void
}

/** Shows the chats that are open or have ended. */
export function ChatList({ selected, onNewChat }: Props) {
  const t = useTexts(chatsTexts)
  const list = useChats((state) => state.lists.chats)
  const chats = useChatList('chats')
  const turnCount = useTurnCount(chats)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller) return
    scroller.scrollTop = savedScrollTop
    return () => {
      savedScrollTop = scroller.scrollTop
    }
  }, [])
  const hasSelected = chats.some(({ chatId }) => chatId === selected)
  return (
    <ListScroller ref={box}>
      {chats.length === 0 && (
        <ListProgress
          state={list.state}
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
