import type { Id } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { InviteLetter } from '../../chats/invites/InviteLetter.tsx'
import { InviteList } from '../../chats/invites/InviteList.tsx'
import { inviteTexts } from '../../chats/invites/invite-texts.ts'
import { groupAddress } from '../../groups/address.ts'
import { GroupInviteRow } from '../../groups/invites/GroupInviteRow.tsx'
import { GroupLetter, GroupLetterCard } from '../../groups/invites/GroupLetter.tsx'
import { useGroupInvites } from '../../groups/invites/use-group-invites.ts'
import { loadInvites } from '../../groups/store.ts'
import { groupsTexts } from '../../groups/texts.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ListRows } from '../../ui/lists/ListPane.tsx'
import { GROUP_INVITE, INVITES } from './chats-address.ts'

const retryGroups = () => void loadInvites()

type ListProps = {
  /** The chat whose invite is open beside the list; `groupId` is the group whose invite is. */
  chatId: Id | null
  groupId: Id | null
  /** The list has no pane beside it, so each invite is shown in full. */
  alone: boolean
  onAccepted: (chatId: Id) => void
}

/** Lists the invites that the member has received and sent. */
export function Invites({ chatId, groupId, alone, onAccepted }: ListProps) {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const list = useGroupInvites()
  const rows = list.data?.map((invite) => {
    const id = invite.group.groupId
    return alone ? (
      <GroupLetterCard
        key={id}
        invite={invite}
        onAccepted={() => void navigate(groupAddress(id))}
        onDeclined={() => undefined}
      />
    ) : (
      <GroupInviteRow key={id} invite={invite} to={GROUP_INVITE + id} selected={id === groupId} />
    )
  })
  return (
    <InviteList
      selected={chatId}
      inline={alone}
      onAccepted={onAccepted}
      others={{
        list,
        retry: retryGroups,
        rows: rows && rows.length > 0 && (
          <ListRows title={t('page')} look={alone ? 'hidden' : 'group'} cards={alone}>
            {rows}
          </ListRows>
        ),
      }}
    />
  )
}

/** Fills the pane while no invite is open. */
export function NoInviteOpen() {
  const t = useTexts(inviteTexts)
  return <EmptyState title={t('notStarted')}>{t('pick')}</EmptyState>
}

type OpenProps = {
  chat: ChatSummary | null
  groupId: Id | null
  arrived: boolean
  onAccepted: (chatId: Id) => void
  /** Called when the group invite does not exist or no longer does. */
  onGone: () => void
}

/** Shows the open invite to a chat, else the one to a group. */
export function OpenInvite({ chat, groupId, arrived, onAccepted, onGone }: OpenProps) {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const invites = useGroupInvites()
  const invite = chat ? undefined : invites.data?.find(({ group }) => group.groupId === groupId)
  const isMissing = !chat && !invite && invites.state === 'loaded'
  const wasLoaded = useRef(false)
  useEffect(() => {
    if (invite) wasLoaded.current = true
    if (!isMissing) return
    if (!wasLoaded.current) showToast({ text: t('invites.gone') })
    onGone()
  }, [invite, isMissing, onGone, t])
  if (chat) return <InviteLetter chat={chat} arrived={arrived} onAccepted={onAccepted} />
  if (!invite) return null
  return (
    <GroupLetter
      invite={invite}
      arrived={arrived}
      onAccepted={(id) => void navigate(groupAddress(id), { replace: true })}
      onDeclined={() => void navigate(INVITES, { replace: true })}
    />
  )
}
