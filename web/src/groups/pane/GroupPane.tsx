import type { Id } from '@app/contract/base'
import type { Group, GroupInvite } from '@app/contract/groups'
import { DoorOpen, EllipsisVertical, Pencil, Trash, UserRoundPlus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { useIsTeam } from '../../lib/http/session.ts'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { GroupArt } from '../../ui/photos/GroupArt.tsx'
import { GROUP_TABS, type GroupTab, groupAddress } from '../address.ts'
import { GroupChat } from '../chat/GroupChat.tsx'
import { useUnread } from '../chat/reading.ts'
import { GroupLetter } from '../invites/GroupLetter.tsx'
import { InviteDialog } from '../invites/InviteDialog.tsx'
import { SentInvites } from '../invites/SentInvites.tsx'
import { UnsentPosts } from '../posts/UnsentPosts.tsx'
import { isMine } from '../state.ts'
import { deleteGroup, leaveGroup, loadGroup, loadInvites, useGroup, useGroups } from '../store.ts'
import { groupsTexts } from '../texts.ts'
import { useJoin } from '../use-join.ts'
import { GroupForm } from './GroupForm.tsx'
import { Members } from './Members.tsx'
import styles from './pane.module.css'

type Ending = 'leave' | 'remove'

/** The toast for a group that the member has left or deleted themselves. */
type LeaveToast = RefObject<string | null>

type EndProps = { group: Group; leaveToast: LeaveToast; ending: Ending | null; onClose: () => void }

/** The dialog that confirms leaving or deleting the group. */
function EndDialog({ group, leaveToast, ending, onClose }: EndProps) {
  const t = useTexts(groupsTexts)
  const [busy, setBusy] = useState(false)
  const name = group.groupName
  const removes = ending === 'remove'
  async function end(): Promise<void> {
    setBusy(true)
    leaveToast.current = removes ? t('wasRemoved', { name }) : t('left', { name })
    try {
      await (removes ? deleteGroup(group.groupId) : leaveGroup(group.groupId))
    } catch (error) {
      leaveToast.current = null
      showErrorToast(error)
    }
    setBusy(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title={removes ? t('removeTitle', { name }) : t('leaveTitle', { name })}
      confirm={removes ? t('remove') : t('leave')}
      cancelLabel={removes ? t('keep') : t('stay')}
      open={ending !== null}
      busy={busy}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      {removes ? t('removeText') : group.memberCount > 1 ? t('leaveText') : t('leaveLast')}
    </ConfirmDialog>
  )
}

type HeadProps = { group: Group; leaveToast: LeaveToast; onEdit: () => void }

function Head({ group, leaveToast, onEdit }: HeadProps) {
  const t = useTexts(groupsTexts)
  const [ending, setEnding] = useState<Ending | null>(null)
  const [inviting, setInviting] = useState(false)
  const isAdmin = group.role === 'ADMIN'
  const isTeam = useIsTeam()
  const actions: MenuAction[] = [
    ...(isAdmin ? [{ id: 'edit', label: t('change'), icon: Pencil, run: onEdit }] : []),
    ...(isMine(group)
      ? [{ id: 'leave', label: t('leave'), icon: DoorOpen, danger: true, run: () => setEnding('leave') }]
      : []),
    ...(group.owner || isTeam
      ? [{ id: 'remove', label: t('remove'), icon: Trash, danger: true, run: () => setEnding('remove') }]
      : []),
  ]
  return (
    <header className={styles.head}>
      <GroupArt groupId={group.groupId} size={72} />
      <div className={styles.words}>
        <h2 className={styles.name}>{group.groupName}</h2>
        <p className={styles.facts}>
          {t('members', { count: group.memberCount })}
          {group.creatorName && ` · ${t('startedBy', { name: group.creatorName })}`}
        </p>
      </div>
      {isAdmin && (
        <span className={styles.wide}>
          <Button variant="outlined" icon={UserRoundPlus} onClick={() => setInviting(true)}>
            {t('invite.button')}
          </Button>
        </span>
      )}
      {actions.length > 0 && <Menu label={t('actions')} icon={EllipsisVertical} actions={actions} />}
      <EndDialog group={group} leaveToast={leaveToast} ending={ending} onClose={() => setEnding(null)} />
      {isAdmin && <InviteDialog group={group} open={inviting} onClose={() => setInviting(false)} />}
    </header>
  )
}

function About({ group }: { group: Group }) {
  const t = useTexts(groupsTexts)
  return (
    <div className={styles.about}>
      <Markdown text={group.description} />
      <p className={styles.facts}>{t(group.isOpen ? 'isOpen' : 'isClosed')}</p>
      {group.creatorName && (
        <p className={styles.facts}>
          {t.rich('startedByLink', {
            name: group.creatorName,
            link: (words) => <ProfileLink name={group.creatorName ?? ''}>{words}</ProfileLink>,
          })}
        </p>
      )}
    </div>
  )
}

/** The group as non-members see it: name, description, and how to join. */
function NonMemberView({ group }: { group: Group }) {
  const t = useTexts(groupsTexts)
  const [isJoining, join] = useJoin(group.groupId)
  return (
    <div className={styles.panel}>
      <About group={group} />
      {group.isOpen ? (
        <EmptyState
          title={t('outside.open')}
          action={
            <Button busy={isJoining} onClick={join}>
              {t('join')}
            </Button>
          }
        >
          {t('outside.openText')}
        </EmptyState>
      ) : (
        <EmptyState title={t('outside.closed')}>{t('outside.closedText')}</EmptyState>
      )}
    </div>
  )
}

/** The view of an invited member, until the invite is answered or withdrawn. */
function InvitedView({ invite }: { invite: GroupInvite }) {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <GroupLetter
      invite={invite}
      arrived={key !== 'default'}
      onAccepted={focusHeading}
      onDeclined={() => void navigate('/groups', { replace: true })}
    />
  )
}

type InsideProps = {
  group: Group
  tab: GroupTab
  /** Renders the group's events. */
  events: (group: Group) => ReactNode
}

function MemberView({ group, tab, events }: InsideProps) {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const isAdmin = group.role === 'ADMIN'
  const unread = useUnread(group)
  const panels: Record<GroupTab, ReactNode> = {
    about: <About group={group} />,
    members: <Members group={group} />,
    chat: <GroupChat groupId={group.groupId} />,
    events: events(group),
    invites: <SentInvites group={group} />,
  }
  const shown = GROUP_TABS.filter((each) => each !== 'invites' || isAdmin)
  const selected = shown.includes(tab) ? tab : 'chat'
  return (
    <Tabs<GroupTab>
      label={t('tabs')}
      className={styles.tabs}
      listClassName={styles.tabList}
      panelClassName={selected === 'chat' ? styles.chat : styles.panel}
      selected={selected}
      onSelect={(next) => void navigate(groupAddress(group.groupId, next), { replace: true, state })}
      tabs={shown.map((id) => ({
        id,
        label: t(`tab.${id}`),
        mark: id === 'chat' ? <Badge count={unread} /> : undefined,
        panel: panels[id],
      }))}
    />
  )
}

/** Returns the member's invite to a group: undefined if none is known, null while it is loading. */
function useInviteTo(id: Id, group: Group | null): GroupInvite | null | undefined {
  const invited = group?.role === 'INVITED'
  const invites = useGroups((state) => state.invites)
  useEffect(() => {
    if (invited) void loadInvites()
  }, [invited])
  const invite = group === null || invited ? invites.data?.find((each) => each.group.groupId === id) : undefined
  return invited && !invites.data && invites.state !== 'failed' ? null : invite
}

const PaneSkeleton = () => (
  <div className={styles.head}>
    <Skeleton width="4.5rem" height="4.5rem" radius="var(--radius-group)" />
    <div className={styles.words}>
      <Skeleton width="15rem" height="1.625rem" />
      <Skeleton width="10rem" />
    </div>
  </div>
)

type Props = {
  id: Id
  tab: GroupTab | null
  events: InsideProps['events']
  /** Called when there is no such group. */
  onGone: () => void
  /** Called with the toast text when a group that was shown no longer exists. */
  onRemoved: (words: string) => void
}

/** One group: its name, facts and tabs. Non-members see how to join. */
export function GroupPane({ id, tab, events, onGone, onRemoved }: Props) {
  const t = useTexts(groupsTexts)
  const group = useGroup(id)
  const invite = useInviteTo(id, group)
  const [error, setError] = useState<ApiError | null>(null)
  const [tries, setTries] = useState(0)
  const [editing, setEditing] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let current = true
    setError(null)
    loadGroup(id).then(
      (there) => current && !there && onGone(),
      (problem: unknown) => current && problem instanceof ApiError && setError(problem),
    )
    return () => {
      current = false
    }
  }, [id, tries])
  const wasLoaded = useRef(false)
  const leaveToast = useRef<string | null>(null)
  useEffect(() => {
    if (group) wasLoaded.current = true
    else if (wasLoaded.current) onRemoved(leaveToast.current ?? t('removed'))
  }, [group, onRemoved, t])
  if (group && editing) {
    const close = () => {
      setEditing(false)
      focusHeading()
    }
    return <GroupForm group={group} onClose={close} />
  }
  return (
    <section className={styles.pane} aria-label={group?.groupName}>
      {invite ? (
        <InvitedView invite={invite} />
      ) : group && invite !== null ? (
        <>
          <Head group={group} leaveToast={leaveToast} onEdit={() => setEditing(true)} />
          {isMine(group) ? (
            <MemberView group={group} tab={tab ?? 'chat'} events={events} />
          ) : (
            <NonMemberView group={group} />
          )}
        </>
      ) : (
        <>
          {error ? (
            <Failed title={t('failed')} error={error} retry={() => setTries(tries + 1)} />
          ) : (
            <Loading text={t('loading')}>
              <PaneSkeleton />
            </Loading>
          )}
          <UnsentPosts groupId={id} />
        </>
      )}
    </section>
  )
}
