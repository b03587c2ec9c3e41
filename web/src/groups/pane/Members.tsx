import type { Group, GroupMember } from '@app/contract/groups'
import { EllipsisVertical, ShieldCheck, ShieldOff, UserRoundMinus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { notStarted } from '../../lib/http/loadable.ts'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'
import { onBrokenUrls } from '../../lib/photos/picture-urls.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { MemberRowSkeletons } from '../../ui/lists/MemberRowSkeletons.tsx'
import { ShowMore } from '../../ui/lists/ShowMore.tsx'
import { Chip } from '../../ui/marks/Chip.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import type { MemberAct } from '../api.ts'
import { changeMembership, loadMembers, loadMoreMembers, useGroups } from '../store.ts'
import { groupsTexts } from '../texts.ts'
import styles from './pane.module.css'

/** The menu with an admin's actions for another member. */
function Manage({ group, member }: { group: Group; member: GroupMember }) {
  const t = useTexts(groupsTexts)
  const [removing, setRemoving] = useState(false)
  const name = member.userName
  const act = (action: MemberAct) => changeMembership(group.groupId, name, action)
  const rankAs = (action: 'promote' | 'demote') => void act(action).catch(showErrorToast)
  const rank = member.admin
    ? { id: 'demote', label: t('membersTab.demote'), icon: ShieldOff, run: () => rankAs('demote') }
    : { id: 'promote', label: t('membersTab.promote'), icon: ShieldCheck, run: () => rankAs('promote') }
  const actions: MenuAction[] = [
    rank,
    {
      id: 'remove',
      label: t('membersTab.remove'),
      icon: UserRoundMinus,
      danger: true,
      run: () => setRemoving(true),
    },
  ]
  return (
    <>
      <Menu label={t('membersTab.actions', { name })} icon={EllipsisVertical} actions={actions} />
      <ConfirmDialog
        title={t('membersTab.removeTitle', { name })}
        confirm={t('membersTab.remove')}
        cancelLabel={t('keep')}
        open={removing}
        onConfirm={() => {
          setRemoving(false)
          void act('remove').then(focusHeading, showErrorToast)
        }}
        onClose={() => setRemoving(false)}
      >
        {t('membersTab.removeText', { name })}
      </ConfirmDialog>
    </>
  )
}

function MemberRow({ group, member }: { group: Group; member: GroupMember }) {
  const t = useTexts(groupsTexts)
  const locale = localeOf(useLanguage())
  const { userName, profilePhotoUrl, couple, badges, admin, owner, mine, joined } = member
  const since = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(joined))
  return (
    <li className={styles.row}>
      <Avatar name={userName} shape={couple ? 'couple' : 'person'} photoUrl={profilePhotoUrl} />
      <div className={styles.who}>
        <span className={styles.line}>
          <ProfileLink name={userName}>{userName}</ProfileLink>
          {badges.includes('VERIFIED') && <VerifiedMark />}
          {admin && (
            <Chip tone="info" small>
              {t(owner ? 'owner' : 'admin')}
            </Chip>
          )}
        </span>
        <span className={styles.facts}>{mine ? t('membersTab.you') : t('membersTab.since', { date: since })}</span>
      </div>
      {group.role === 'ADMIN' && !mine && !owner && <Manage group={group} member={member} />}
    </li>
  )
}

/** The members of a group, owner and admins first. */
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
