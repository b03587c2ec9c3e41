import type { Id } from '@app/contract/base'
import { MessageCirclePlus, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsTeam } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { ListFrame, ListScroller } from '../../ui/lists/ListPane.tsx'
import { CountMark } from '../../ui/marks/CountMark.tsx'
import { useUnreadSum } from '../reading.ts'
import { useChats } from '../store.ts'
import { chatsTexts } from '../texts.ts'
import { ChatList, type ListExtras } from './ChatList.tsx'
import styles from './list.module.css'

export type ChatsTab = 'chats' | 'invites' | 'team'

type Props = {
  tab: ChatsTab
  selected: Id | null
  /** Whether the page shows a single pane, so that none is beside the list. */
  isSinglePane: boolean
  inviteList: ReactNode
  onTab: (tab: ChatsTab) => void
  onNewChat: () => void
  onSearch: () => void
  extras?: ListExtras
}

/** Shows the chats or invites. An admin acts as the team, so the list contains the team's chats, not the admin's. */
export function ListColumn({ tab, selected, isSinglePane, inviteList, onTab, onNewChat, onSearch, extras }: Props) {
  const t = useTexts(chatsTexts)
  const unread = useUnreadSum()
  const isTeam = useIsTeam()
  const invites = useChats(({ count }) => count?.invites ?? 0)
  const list = <ChatList selected={isSinglePane ? null : selected} onNewChat={onNewChat} {...extras} />
  const emptyState = (
    <ListScroller>
      <EmptyState title={t('list.empty')}>{t('team.noneOfYours')}</EmptyState>
    </ListScroller>
  )
  return (
    <ListFrame label={t('lists')} isSinglePane={isSinglePane}>
      <Tabs<ChatsTab>
        label={t('lists')}
        className={styles.tabs}
        listClassName={styles.tabList}
        panelClassName={styles.panel}
        selected={tab}
        onSelect={onTab}
        end={
          <>
            <IconButton icon={Search} label={t('search')} data-opens-search onClick={onSearch} />
            <IconButton icon={MessageCirclePlus} label={t('newChat')} onClick={onNewChat} />
          </>
        }
        tabs={[
          {
            id: 'chats',
            label: t('chats'),
            mark: <CountMark count={isTeam ? 0 : unread} />,
            panel: isTeam ? emptyState : list,
          },
          {
            id: 'invites',
            label: t('invites'),
            mark: <CountMark count={invites} />,
            panel: inviteList,
          },
          ...(isTeam
            ? [{ id: 'team' as const, label: t('team.tab'), mark: <CountMark count={unread} />, panel: list }]
            : []),
        ]}
      />
    </ListFrame>
  )
}
