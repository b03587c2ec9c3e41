import type { Group, GroupMember } from '@app/contract/groups'
import { ShieldCheck, ShieldOff, UserRoundMinus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { notStarted } from '../../lib/http/loadable.ts'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'
import { onBrokenUrls } from '../../lib/photos/picture-urls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { MemberRowSkeletons } from '../../ui/lists/MemberRowSkeletons.tsx'
import { ShowMore } from '../../ui/lists/ShowMore.tsx'
import { Chip } from '../../ui/marks/Chip.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { MemberMenu } from '../../ui/overlays/MemberMenu.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import type { MemberAction } from '../api.ts'
import { changeMembership, loadMembers, loadMoreMembers, useGroups } from '../store.ts'
import { groupsTexts } from '../texts.ts'
import styles from './pane.module.css'

/** Shows the menu for another member: the action that blocks them, and the actions of an admin. */
function MemberActions({ group, member }: { group: Group; member: GroupMember }) {
  const t = useTexts(groupsTexts)
  const [isRemoving, setIsRemoving] = useState(false)
  const name = member.userName
  const change = (action: MemberAction) => changeMembership(group.groupId, name, action)
  const setRole = (action: 'promote' | 'demote') => void change(action).catch(showErrorToast)
  const roleAction = member.admin
    ? { id: 'demote', label: t('membersTab.demote'), icon: ShieldOff, run: () => setRole('demote') }
    : { id: 'promote', label: t('membersTab.promote'), icon: ShieldCheck, run: () => setRole('promote') }
  const actions: MenuAction[] =
    group.role === 'ADMIN' && !member.owner
      ? [
          roleAction,
          {
            id: 'remove',
            label: t('membersTab.remove'),
            icon: UserRoundMinus,
            danger: true,
            run: () => setIsRemoving(true),
          },
        ]
      : []
  return (
    <>
      <MemberMenu
        name={name}
        label={actions.length > 0 ? t('membersTab.actions', { name }) : undefined}
        actions={actions}
      />
      <ConfirmDialog
        title={t('membersTab.removeTitle', { name })}
        confirm={t('membersTab.remove')}
        cancelLabel={t('keep')}
        open={isRemoving}
        onConfirm={() => {
          setIsRemoving(false)
          void change('remove').then(focusHeading, showErrorToast)
        }}
        onClose={() => setIsRemoving(false)}
      >
        {t('membersTab.removeText', { name })}
      </ConfirmDialog>
    </>
  )
}

function MemberRow({ group, member }: { group: Group; member: GroupMember }) {
  const t = useTexts(groupsTexts)
  const { userName, profilePhotoUrl, couple, badges, admin, owner, mine } = member
  return (
    <li className={styles.row} data-member={userName}>
      <Avatar name={userName} shape={couple ? 'couple' : 'person'} photoUrl={profilePhotoUrl} />
      <div className={styles.memberText}>
        <span className={styles.line}>
          <ProfileLink name={userName}>{userName}</ProfileLink>
          {badges.includes('VERIFIED') && <VerifiedMark />}
          {admin && (
            <Chip tone="info" small>
              {t(owner ? 'owner' : 'admin')}
            </Chip>
          )}
        </span>
        {mine && <span className={styles.facts}>{t('membersTab.you')}</span>}
      </div>
      {!mine && <MemberActions group={group} member={member} />}
    </li>
  )
}

/** Shows the members of a group, owner and admins first. */
export function Members({ group }: { group: Group }) {
  const t = useTexts(groupsTexts)
  const { groupId } = group
  const list = useGroups((state) => state.members.get(groupId) ?? notStarted)
  useEffect(() => {
    void loadMembers(groupId)
    return onBrokenUrls(() => void loadMembers(groupId))
  }, [groupId])
  if (list.state === 'failed' && !list.data)
    return <Failed error={list.error} retry={() => void loadMembers(groupId)} />
  if (!list.data) {
    return (
      <Loading text={t('membersTab.loading')}>
        <MemberRowSkeletons />
      </Loading>
    )
  }
  return (
    <>
      <ul className={styles.rows} aria-label={t('tab.members')}>
        {list.data.members.map((member) => (
          <MemberRow key={member.userName} group={group} member={member} />
        ))}
      </ul>
      {list.data.hasMore && <ShowMore label={t('more')} load={() => loadMoreMembers(groupId)} />}
    </>
  )
}
