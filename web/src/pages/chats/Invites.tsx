import type { Id } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { InviteDetails } from '../../chats/invites/InviteDetails.tsx'
import { InviteList } from '../../chats/invites/InviteList.tsx'
import { InviteViews, useShowsPutAside } from '../../chats/invites/InviteViews.tsx'
import { inviteTexts } from '../../chats/invites/invite-texts.ts'
import { useInvites } from '../../chats/invites/invites.ts'
import { PutAside } from '../../chats/invites/PutAside.tsx'
import { ContactRuleSummary } from '../../first-contact/ContactRuleSummary.tsx'
import { GroupInviteCard, GroupInviteDetails } from '../../groups/invites/GroupInviteDetails.tsx'
import { GroupInviteRow } from '../../groups/invites/GroupInviteRow.tsx'
import { useGroupInvites } from '../../groups/invites/use-group-invites.ts'
import { loadInvites, useGroups } from '../../groups/store.ts'
import { groupsTexts } from '../../groups/texts.ts'
import { groupUrl } from '../../groups/urls.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useIsTeam } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ListRows } from '../../ui/lists/ListPane.tsx'
import { GROUP_INVITE_PREFIX, INVITES } from './chats-urls.ts'

const retryGroups = () => void loadInvites()

type ListProps = {
  /** The chat or the group whose invite is open beside the list. */
  chatId: Id | null
  groupId: Id | null
  /** Whether there is no pane beside the list, which then shows each invite in full. */
  isSinglePane: boolean
  onAccepted: (chatId: Id) => void
}

/** Lists the invites that the member has received and sent. */
export function Invites({ chatId, groupId, isSinglePane, onAccepted }: ListProps) {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const list = useGroupInvites()
  const isTeam = useIsTeam()
  const rows = list.data?.map((invite) => {
    const id = invite.group.groupId
    return isSinglePane ? (
      <GroupInviteCard
        key={id}
        invite={invite}
        onAccepted={() => void navigate(groupUrl(id))}
        onDeclined={() => undefined}
      />
    ) : (
      <GroupInviteRow key={id} invite={invite} to={GROUP_INVITE_PREFIX + id} selected={id === groupId} />
    )
  })
  const inviteList = (
    <InviteList
      selected={chatId}
      inline={isSinglePane}
      onAccepted={onAccepted}
      others={{
        list,
        retry: retryGroups,
        rows: rows && rows.length > 0 && (
          <ListRows title={t('page')} look={isSinglePane ? 'hidden' : 'group'} cards={isSinglePane}>
            {rows}
          </ListRows>
        ),
      }}
    />
  )
  return isTeam ? (
    inviteList
  ) : (
    <InviteViews isSinglePane={isSinglePane} rule={<ContactRuleSummary />}>
      {inviteList}
    </InviteViews>
  )
}

/** Shows the invites that were put aside if the URL selects them, else a hint to open an invite. */
export function NoInviteOpen() {
  return useShowsPutAside() ? <PutAside /> : <PickInvite />
}

function PickInvite() {
  const t = useTexts(inviteTexts)
  const hasInvites = useInvites().all.length > 0
  // The list of invites loads the group invites.
  const hasGroupInvites = useGroups(({ invites }) => (invites.data ?? []).length > 0)
  return <EmptyState title={t('notStarted')}>{t(hasInvites || hasGroupInvites ? 'pick' : 'none')}</EmptyState>
}

type OpenProps = {
  chat: ChatSummary | null
  groupId: Id | null
  takesFocus: boolean
  onAccepted: (chatId: Id) => void
  /** Called when the group invite does not exist, or no longer exists. */
  onGone: () => void
}

/** Shows the open invite to a chat, else the one to a group. */
export function OpenInvite({ chat, groupId, takesFocus, onAccepted, onGone }: OpenProps) {
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
  if (chat) return <InviteDetails chat={chat} takesFocus={takesFocus} onAccepted={onAccepted} />
  if (!invite) return null
  return (
    <GroupInviteDetails
      invite={invite}
      takesFocus={takesFocus}
      onAccepted={(id) => void navigate(groupUrl(id), { replace: true })}
      onDeclined={() => void navigate(INVITES, { replace: true })}
    />
  )
}
