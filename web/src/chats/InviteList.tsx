import type { Id } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { type ReactNode, useCallback } from 'react'
import { useTexts } from '../lib/texts.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Failed } from '../ui/Failed.tsx'
import { Loading } from '../ui/Loading.tsx'
import { moveBetweenLinks } from './arrow-keys.ts'
import { ChatRow } from './ChatRow.tsx'
import { InviteCard } from './InviteCard.tsx'
import { useInvites } from './invites.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import styles from './list.module.css'
import { loadList } from './loads.ts'
import { More } from './More.tsx'
import { useChats } from './store.ts'
import { chatsTexts } from './texts.ts'

/** What is shown before there are invites, or instead of them. */
function NoInvites() {
  const t = useTexts(chatsTexts)
  const state = useChats(({ lists: { invites, sent } }) =>
    invites.state === 'failed' || sent.state === 'failed'
      ? 'failed'
      : invites.state === 'loaded'
        ? sent.state
        : invites.state,
  )
  const retry = useCallback(() => {
    void loadList('invites')
    void loadList('sent')
  }, [])
  if (state === 'failed') {
    return <Failed title={t('invite.failed')} text={t('invite.failedText')} retry={retry} />
  }
  if (state === 'loaded') return <EmptyState title={t('invite.empty')}>{t('invite.emptyText')}</EmptyState>
  return (
    <Loading text={state === 'loading' ? t('invite.loading') : t('invite.notStarted')}>
      <ListSkeleton />
    </Loading>
  )
}

type Props = {
  selected: Id | null
  /** Whole invites one below the other, each with its buttons, where there is no pane beside the list. */
  inline: boolean
  /** Invites of another kind, which stand below those to chat. */
  others?: ReactNode
  onAccepted: (chatId: Id) => void
}

export function InviteList({ selected, inline, others, onAccepted }: Props) {
  const t = useTexts(chatsTexts)
  const { waiting, maybe, sent, all } = useInvites()
  const hasSelected = all.some(({ chatId }) => chatId === selected)
  const groups = [
    { id: 'waiting', title: t('invite.waiting', { count: waiting.length }), invites: waiting },
    { id: 'maybe', title: t('invite.maybeGroup'), invites: maybe },
    { id: 'sent', title: t('invite.sentGroup'), invites: sent },
  ].filter(({ invites }) => invites.length > 0)
  const row = (chat: ChatSummary) =>
    inline ? (
      <InviteCard key={chat.chatId} chat={chat} onAccepted={onAccepted} />
    ) : (
      <ChatRow
        key={chat.chatId}
        chat={chat}
        to={`/chats?tab=invites&id=${chat.chatId}`}
        selected={chat.chatId === selected}
        current={chat.chatId === selected}
        tabStop={hasSelected ? chat.chatId === selected : chat === all[0]}
      />
    )
  return (
    <div className={styles.scroller}>
      {groups.length === 0 && <NoInvites />}
      {groups.map(({ id, title, invites }) => (
        <section key={id} aria-label={title}>
          <h2 className={styles.group}>{title}</h2>
          <ul className={inline ? styles.cards : styles.rows} onKeyDown={inline ? undefined : moveBetweenLinks}>
            {invites.map(row)}
          </ul>
          {id === 'sent' && <More list="sent" />}
        </section>
      ))}
      {others}
      <More list="invites" />
    </div>
  )
}
