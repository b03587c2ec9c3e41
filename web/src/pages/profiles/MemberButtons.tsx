import type { InviteStatus } from '@app/contract/chats'
import type { MemberResponse } from '@app/contract/members/members'
import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useIgnoreAction } from '../../chats/invites/IgnoreMember.tsx'
import { MemberActions } from '../../chats/invites/MemberActions.tsx'
import { useKnownStatus } from '../../chats/statuses.ts'
import { InviteToGroup, useInviteToGroup } from '../../groups/invites/InviteToGroup.tsx'
import { useBlockActions } from '../../lib/blocking/use-block-actions.ts'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { KissButton, useKissAction } from '../../profiles/KissButton.tsx'
import { ShareAlbumButton, useShareAlbumAction } from '../../profiles/ShareAlbumButton.tsx'
import { classes } from '../../ui/classes.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { useVerifyAction, VerifyHint, VerifyLink } from '../../verifications/VerifyLink.tsx'
import styles from './profile-page.module.css'
import { pageTexts } from './texts.ts'

/** The statuses without kisses and verification: blocked pairs, in either direction, and chats with the team. */
const NOT_CONTACTABLE: ReadonlySet<InviteStatus> = new Set(['IGNORING', 'IGNORED', 'ADMIN_CHAT'])

/** Returns the viewer's relationship to the member: in a chat, contactable, or not contactable; null if unknown. */
function useRelationship(name: string): 'chatting' | 'contactable' | 'notContactable' | null {
  const status = useKnownStatus(name).data?.status
  if (!status) return null
  if (status === 'ALREADY_CHAT') return 'chatting'
  return NOT_CONTACTABLE.has(status) ? 'notContactable' : 'contactable'
}

type Props = { member: MemberResponse }

function ActionsSection({ name, children }: { name: string; children: ReactNode }) {
  const t = useTexts(pageTexts)
  return (
    <section className={styles.actions} aria-label={t('actionsFor', { name })}>
      {children}
    </section>
  )
}

/** Shows the chat actions on the member. */
function ChatActions({ name }: { name: string }) {
  const navigate = useNavigate()
  return (
    <MemberActions
      name={name}
      status={useKnownStatus(name)}
      onOpenChat={(chatId) => void navigate(`/chats?id=${chatId}`)}
    />
  )
}

/** Shows the actions on the member: chat, invite to a group, kiss, verify, share the private album. */
export function MemberButtons({ member }: Props) {
  const name = member.profile.userName
  const relationship = useRelationship(name)
  const isChatting = relationship === 'chatting'
  return (
    <ActionsSection name={name}>
      <ChatActions name={name} />
      {(isChatting || relationship === 'contactable') && <InviteToGroup name={name} />}
      {(isChatting || relationship === 'contactable') && (
        <div className={styles.pair}>
          <KissButton member={member} />
          <VerifyLink name={name} chatting={isChatting} />
        </div>
      )}
      {relationship === 'contactable' && <VerifyHint />}
      {isChatting && <ShareAlbumButton member={member} />}
    </ActionsSection>
  )
}

/**
 * Shows the member's actions in one row for narrow layouts: the chat buttons, the kiss, and a menu with the note, ignore,
 * block and report actions, which wide layouts show elsewhere. If the row has two buttons that answer an invite, the
 * kiss moves into the menu.
 */
export function MemberButtonsAndMenu({ member, noteAction }: Props & { noteAction: MenuAction | false }) {
  const t = useTexts(pageTexts)
  const name = member.profile.userName
  const relationship = useRelationship(name)
  const isInvited = useKnownStatus(name).data?.status === 'PLEASE_ACCEPT'
  const isChatting = relationship === 'chatting'
  const isContactable = isChatting || relationship === 'contactable'
  const kissAction = useKissAction(member)
  const inviteToGroup = useInviteToGroup(name)
  const verifyAction = useVerifyAction(name)
  const shareAlbumAction = useShareAlbumAction(member)
  const ignoreAction = useIgnoreAction(name)
  const blockActions = useBlockActions()(name)
  const reportActions = useReportActions()({ subject: { kind: 'PROFILE', id: name }, name })
  const menuActions = [
    isContactable && isInvited && kissAction,
    isContactable && inviteToGroup.action,
    isContactable && verifyAction,
    isChatting && shareAlbumAction,
    noteAction,
    ignoreAction,
    ...blockActions,
    ...reportActions,
  ].filter((action) => action !== false && action !== null)
  return (
    <ActionsSection name={name}>
      <div className={styles.row}>
        <div className={classes(styles.chatActions, isInvited && styles.sideBySide)}>
          <ChatActions name={name} />
        </div>
        {isContactable && !isInvited && <KissButton member={member} compact />}
        {menuActions.length > 0 && (
          <Menu label={t('moreFor', { name })} icon={EllipsisVertical} actions={menuActions} />
        )}
      </div>
      {isContactable && inviteToGroup.dialog}
    </ActionsSection>
  )
}
