import type { Id } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { type ReactNode, useCallback, useEffect } from 'react'
import type { Loadable } from '../../lib/http/loadable.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { ListRows, ListScroller } from '../../ui/lists/ListPane.tsx'
import { ChatRow } from '../list/ChatRow.tsx'
import { ListProgress } from '../list/ListProgress.tsx'
import { MoreChats } from '../list/MoreChats.tsx'
import { loadInviteLists, loadList } from '../loads.ts'
import { useChats } from '../store.ts'
import { InviteCard } from './InviteCard.tsx'
import { inviteTexts } from './invite-texts.ts'
import { useInvites } from './invites.ts'

/** Invites of another kind, listed between the waiting invites and the invites answered with 'maybe'. */
export type OtherInvites = { list: Loadable<readonly unknown[]>; rows: ReactNode; retry: () => void }

/** Returns the loading state of all kinds of invites together: failed if one has failed, loaded when all are loaded. */
function useLoadingState(other: OtherInvites['list']): Loadable<unknown>['state'] {
  const { invites, sent } = useChats(({ lists }) => lists)
  const missing = [invites, sent, other].filter(({ data }) => data === undefined).map(({ state }) => state)
  if (missing.includes('failed')) return 'failed'
  return missing[0] ?? 'loaded'
}

type Props = {
  selected: Id | null
  /** Whether to show whole invites with their buttons instead of rows, because there is no pane beside the list. */
  inline: boolean
  others: OtherInvites
  onAccepted: (chatId: Id) => void
}

/** Shows the received invites, first the unanswered ones, then the ones answered with 'maybe', and the sent invites. */
export function InviteList({ selected, inline, others, onAccepted }: Props) {
  const t = useTexts(inviteTexts)
  const { waiting, maybe, sent, all } = useInvites()
  const state = useLoadingState(others.list)
  const hasSelected = all.some(({ chatId }) => chatId === selected)
  const isEmpty = all.length === 0 && !others.list.data?.length
  useEffect(loadInviteLists, [])
  const { retry: retryOthers } = others
  const retry = useCallback(() => {
    void loadList('invites')
    void loadList('sent')
    retryOthers()
  }, [retryOthers])
  const renderRow = (chat: ChatSummary) =>
    inline ? (
      <InviteCard key={chat.chatId} chat={chat} onAccepted={onAccepted} />
    ) : (
      <ChatRow
        key={chat.chatId}
        chat={chat}
        to={`/chats?tab=invites&id=${chat.chatId}`}
        selected={chat.chatId === selected}
        tabStop={hasSelected ? chat.chatId === selected : chat === all[0]}
      />
    )
  return (
    <ListScroller>
      {waiting.length > 0 && (
        <ListRows title={t('waiting', { count: waiting.length })} look={inline ? 'hidden' : 'lead'} cards={inline}>
          {waiting.map(renderRow)}
        </ListRows>
      )}
      {others.rows}
      {maybe.length > 0 && (
        <ListRows title={t('maybeGroup')} cards={inline}>
          {maybe.map(renderRow)}
        </ListRows>
      )}
      <MoreChats list="invites" />
      {sent.length > 0 && (
        <ListRows title={t('sentGroup')} cards={inline}>
          {sent.map(renderRow)}
        </ListRows>
      )}
      <MoreChats list="sent" />
      {(isEmpty || state === 'failed') && (
        <ListProgress
          state={state}
          getText={t}
          action={<ButtonLink to="/profilelist">{t('find')}</ButtonLink>}
          retry={retry}
        />
      )}
    </ListScroller>
  )
}
