import type { Id } from '@app/contract/base'
import type { Group, GroupInvite } from '@app/contract/groups'
import { DoorOpen, EllipsisVertical, Pencil, Search, Trash, UserRoundPlus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'
import { findInGroupUrl } from '../../lib/navigation/message-search.ts'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { PageActions } from '../../ui/layout/PageTop.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { CountMark } from '../../ui/marks/CountMark.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { GroupArt } from '../../ui/photos/GroupArt.tsx'
import { GroupChat } from '../chat/GroupChat.tsx'
import { useUnread } from '../chat/reading.ts'
import { GroupInviteDetails } from '../invites/GroupInviteDetails.tsx'
import { InviteDialog } from '../invites/InviteDialog.tsx'
import { SentInvites } from '../invites/SentInvites.tsx'
import { UnsentPosts } from '../posts/UnsentPosts.tsx'
import { isMember } from '../state.ts'
import { deleteGroup, leaveGroup, loadGroup, loadInvites, useGroup, useGroups } from '../store.ts'
import { groupsTexts } from '../texts.ts'
import { GROUP_TABS, type GroupTab, groupUrl } from '../urls.ts'
import { useJoin } from '../use-join.ts'
import { GroupForm } from './GroupForm.tsx'
import { Members } from './Members.tsx'
import styles from './pane.module.css'

type ExitAction = 'leave' | 'delete'

/** The toast text for when the group disappears because the member leaves or deletes it; null in all other cases. */
type ExitToast = RefObject<string | null>

type ExitProps = { group: Group; exitToast: ExitToast; action: ExitAction | null; onClose: () => void }

/** Asks the member to confirm leaving or deleting the group. */
function ExitDialog({ group, exitToast, action, onClose }: ExitProps) {
  const t = useTexts(groupsTexts)
  const [busy, setBusy] = useState(false)
  const name = group.groupName
  const isDeletion = action === 'delete'
  async function exitGroup(): Promise<void> {
    setBusy(true)
    exitToast.current = isDeletion ? t('wasRemoved', { name }) : t('left', { name })
    try {
      await (isDeletion ? deleteGroup(group.groupId) : leaveGroup(group.groupId))
    } catch (error) {
      exitToast.current = null
      showErrorToast(error)
    }
    setBusy(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title={isDeletion ? t('removeTitle', { name }) : t('leaveTitle', { name })}
      confirm={isDeletion ? t('remove') : t('leave')}
      cancelLabel={isDeletion ? t('keep') : t('stay')}
      open={action !== null}
      busy={busy}
      onConfirm={() => void exitGroup()}
      onClose={onClose}
    >
      {isDeletion ? t('removeText') : group.memberCount > 1 ? t('leaveText') : t('leaveLast')}
    </ConfirmDialog>
  )
}

type HeaderProps = { group: Group; exitToast: ExitToast; onEdit: () => void }

/** Shows the menu with the actions of a group; inviting is one of them if `onInvite` is given. */
function GroupMenu({ group, exitToast, onEdit, onInvite }: HeaderProps & { onInvite?: () => void }) {
  const t = useTexts(groupsTexts)
  const [exitAction, setExitAction] = useState<ExitAction | null>(null)
  const isAdmin = group.role === 'ADMIN'
  const reportActionsOf = useReportActions()
  const navigate = useNavigate()
  const actions: MenuAction[] = [
    ...(isMember(group)
      ? [{ id: 'search', label: t('search'), icon: Search, run: () => void navigate(findInGroupUrl(group.groupId)) }]
      : []),
    ...(isAdmin && onInvite ? [{ id: 'invite', label: t('invite.button'), icon: UserRoundPlus, run: onInvite }] : []),
    ...(isAdmin ? [{ id: 'edit', label: t('change'), icon: Pencil, run: onEdit }] : []),
    ...(isMember(group)
      ? [{ id: 'leave', label: t('leave'), icon: DoorOpen, danger: true, run: () => setExitAction('leave') }]
      : []),
    ...(group.owner
      ? [{ id: 'remove', label: t('remove'), icon: Trash, danger: true, run: () => setExitAction('delete') }]
      : []),
    ...(group.owner ? [] : reportActionsOf({ subject: { kind: 'GROUP', id: group.groupId }, name: null })),
  ]
  return (
    <>
      {actions.length > 0 && <Menu label={t('actions')} icon={EllipsisVertical} actions={actions} />}
      <ExitDialog group={group} exitToast={exitToast} action={exitAction} onClose={() => setExitAction(null)} />
    </>
  )
}

/** Adds the group's menu to the header of a narrow page, which shows the group's name. */
function CompactMenu(props: HeaderProps) {
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <PageActions>
        <GroupMenu {...props} onInvite={() => setIsInviting(true)} />
      </PageActions>
      {props.group.role === 'ADMIN' && (
        <InviteDialog group={props.group} open={isInviting} onClose={() => setIsInviting(false)} />
      )}
    </>
  )
}

/** Shows the name, the facts and the actions of a group. */
function GroupHeader(props: HeaderProps) {
  const { group } = props
  const t = useTexts(groupsTexts)
  const [isInviting, setIsInviting] = useState(false)
  const isAdmin = group.role === 'ADMIN'
  return (
    <header className={styles.head}>
      <GroupArt groupId={group.groupId} size={72} />
      <div className={styles.text}>
        <h2 className={styles.name}>{group.groupName}</h2>
        <p className={styles.facts}>
          {t('members', { count: group.memberCount })}
          {group.creatorName && ` · ${t('startedBy', { name: group.creatorName })}`}
        </p>
      </div>
      {isAdmin && (
        <Button variant="outlined" icon={UserRoundPlus} onClick={() => setIsInviting(true)}>
          {t('invite.button')}
        </Button>
      )}
      <GroupMenu {...props} />
      {isAdmin && <InviteDialog group={group} open={isInviting} onClose={() => setIsInviting(false)} />}
    </header>
  )
}

type AboutProps = {
  group: Group
  /** Whether no header shows the number of members. */
  isCompact: boolean
  /** Renders the member's own settings for the group. */
  renderSettings?: ((group: Group) => ReactNode) | undefined
}

function About({ group, isCompact, renderSettings }: AboutProps) {
  const t = useTexts(groupsTexts)
  return (
    <div className={styles.about}>
      <Markdown text={group.description} />
      <p className={styles.facts}>
        {isCompact && `${t('members', { count: group.memberCount })} · `}
        {t(group.isOpen ? 'isOpen' : 'isClosed')}
      </p>
      {group.creatorName && (
        <p className={styles.facts}>
          {t.rich('startedByLink', {
            name: group.creatorName,
            link: (content) => <ProfileLink name={group.creatorName ?? ''}>{content}</ProfileLink>,
          })}
        </p>
      )}
      {renderSettings?.(group)}
    </div>
  )
}

/** Shows non-members the group's description, and how to join. */
function NonMemberView({ group, isCompact }: AboutProps) {
  const t = useTexts(groupsTexts)
  const { state } = useLocation()
  const [isJoining, join] = useJoin(group.groupId, { replace: true, state })
  return (
    <div className={styles.panel}>
      <About group={group} isCompact={isCompact} />
      {group.isOpen ? (
        <EmptyState
          title={t('nonMember.open')}
          action={
            <Button busy={isJoining} onClick={join}>
              {t('join')}
            </Button>
          }
        >
          {t('nonMember.openText')}
        </EmptyState>
      ) : (
        <EmptyState title={t('nonMember.closed')}>{t('nonMember.closedText')}</EmptyState>
      )}
    </div>
  )
}

/** Shows the invite to an invited member, until it is answered or withdrawn. */
function InvitedView({ invite }: { invite: GroupInvite }) {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  return (
    <GroupInviteDetails
      invite={invite}
      takesFocus={key !== 'default'}
      onAccepted={(groupId) => void navigate(groupUrl(groupId), { replace: true, state })}
      onDeclined={() => void navigate('/groups', { replace: true })}
    />
  )
}

type MemberViewProps = AboutProps & {
  tab: GroupTab
  renderEvents: (group: Group) => ReactNode
}

function MemberView({ group, isCompact, tab, renderEvents, renderSettings }: MemberViewProps) {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const isAdmin = group.role === 'ADMIN'
  const unread = useUnread(group)
  const panels: Record<GroupTab, ReactNode> = {
    about: <About group={group} isCompact={isCompact} renderSettings={renderSettings} />,
    members: <Members group={group} />,
    chat: <GroupChat groupId={group.groupId} />,
    events: renderEvents(group),
    invites: <SentInvites group={group} />,
  }
  const shownTabs = GROUP_TABS.filter((name) => name !== 'invites' || isAdmin)
  const selected = shownTabs.includes(tab) ? tab : 'chat'
  return (
    <Tabs<GroupTab>
      label={t('tabs')}
      className={styles.tabs}
      listClassName={styles.tabList}
      panelClassName={selected === 'chat' ? styles.chat : styles.panel}
      selected={selected}
      onSelect={(next) => void navigate(groupUrl(group.groupId, next), { replace: true, state })}
      tabs={shownTabs.map((id) => ({
        id,
        label: t(`tab.${id}`),
        mark: id === 'chat' ? <CountMark count={unread} /> : undefined,
        panel: panels[id],
      }))}
    />
  )
}

/** Returns the member's invite to a group: undefined if none is known, null while it is loading. */
function useInviteTo(id: Id, group: Group | null): GroupInvite | null | undefined {
  const isInvited = group?.role === 'INVITED'
  const invites = useGroups((state) => state.invites)
  useEffect(() => {
    if (isInvited) void loadInvites()
  }, [isInvited])
  const invite =
    group === null || isInvited ? invites.data?.find((loadedInvite) => loadedInvite.group.groupId === id) : undefined
  return isInvited && !invites.data && invites.state !== 'failed' ? null : invite
}

/** Shows the shape of the header, or of the tabs if the page's header shows the group. */
const PaneSkeleton = ({ isCompact }: { isCompact: boolean }) =>
  isCompact ? (
    <div className={styles.tabsSkeleton}>
      {['2rem', '5.5rem', '6rem', '3rem'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  ) : (
    <div className={styles.head}>
      <Skeleton width="4.5rem" height="4.5rem" radius="var(--radius-group)" />
      <div className={styles.text}>
        <Skeleton width="15rem" height="1.625rem" />
        <Skeleton width="10rem" />
      </div>
    </div>
  )

type Props = {
  id: Id
  /** Whether the page's header shows the group's name, and gets its menu. */
  isCompact: boolean
  tab: GroupTab | null
  renderEvents: MemberViewProps['renderEvents']
  renderSettings: NonNullable<AboutProps['renderSettings']>
  /** Called when the group does not exist. */
  onMissing: () => void
  /** Called with the toast text when the shown group disappears: it was deleted, or the member left or was removed. */
  onRemoved: (text: string) => void
}

/** Shows one group: to members its name, facts and tabs, to others how to join, to invited members their invite. */
export function GroupPane({ id, isCompact, tab, renderEvents, renderSettings, onMissing, onRemoved }: Props) {
  const t = useTexts(groupsTexts)
  const group = useGroup(id)
  const invite = useInviteTo(id, group)
  const [error, setError] = useState<ApiError | null>(null)
  const [attempts, setAttempts] = useState(0)
  const [isEditing, setIsEditing] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the group again
  useEffect(() => {
    let isCurrent = true
    setError(null)
    loadGroup(id).then(
      (exists) => isCurrent && !exists && onMissing(),
      (failure: unknown) => isCurrent && failure instanceof ApiError && setError(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [id, attempts])
  const wasLoaded = useRef(false)
  const exitToast = useRef<string | null>(null)
  useEffect(() => {
    if (group) wasLoaded.current = true
    else if (wasLoaded.current) onRemoved(exitToast.current ?? t('removed'))
  }, [group, onRemoved, t])
  if (group && isEditing) {
    const close = () => {
      setIsEditing(false)
      focusHeading()
    }
    return <GroupForm group={group} onClose={close} />
  }
  const Header = isCompact ? CompactMenu : GroupHeader
  return (
    <section className={styles.pane} aria-label={group?.groupName}>
      {invite ? (
        <InvitedView invite={invite} />
      ) : group && invite !== null ? (
        <>
          <Header group={group} exitToast={exitToast} onEdit={() => setIsEditing(true)} />
          {isMember(group) ? (
            <MemberView
              group={group}
              isCompact={isCompact}
              tab={tab ?? 'chat'}
              renderEvents={renderEvents}
              renderSettings={renderSettings}
            />
          ) : (
            <NonMemberView group={group} isCompact={isCompact} />
          )}
        </>
      ) : (
        <>
          {error ? (
            <Failed title={t('failed')} error={error} retry={() => setAttempts(attempts + 1)} />
          ) : (
            <Loading text={t('loading')}>
              <PaneSkeleton isCompact={isCompact} />
            </Loading>
          )}
          <UnsentPosts groupId={id} />
        </>
      )}
    </section>
  )
}
