import type { Group } from '@app/contract/groups'
import { UserRoundPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { notStarted } from '../../lib/http/loadable.ts'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'
import { onBrokenUrls } from '../../lib/photos/picture-urls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useRelativeTime } from '../../lib/text/times.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { MemberRowSkeletons } from '../../ui/lists/MemberRowSkeletons.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import styles from '../pane/pane.module.css'
import { loadSentInvites, useGroups, withdrawInvite } from '../store.ts'
import { groupsTexts } from '../texts.ts'
import { InviteDialog } from './InviteDialog.tsx'

function SentInviteRows({ group }: { group: Group }) {
  const t = useTexts(groupsTexts)
  const formatRelative = useRelativeTime()
  const { groupId } = group
  const list = useGroups((state) => state.sentInvites.get(groupId) ?? notStarted)
  useEffect(() => {
    void loadSentInvites(groupId)
    return onBrokenUrls(() => void loadSentInvites(groupId))
  }, [groupId])
  if (list.state === 'failed' && !list.data)
    return <Failed error={list.error} retry={() => void loadSentInvites(groupId)} />
  if (!list.data) {
    return (
      <Loading text={t('loading')}>
        <MemberRowSkeletons />
      </Loading>
    )
  }
  if (list.data.length === 0) return <EmptyState title={t('invites.none')}>{t('invites.noneText')}</EmptyState>
  return (
    <ul className={styles.rows} aria-label={t('invites.waiting')}>
      {list.data.map(({ recipientName, recipientPhotoUrl, couple, inviterName, sentAt }) => (
        <li key={recipientName} className={styles.row}>
          <Avatar name={recipientName} shape={couple ? 'couple' : 'person'} photoUrl={recipientPhotoUrl} />
          <div className={styles.memberText}>
            <span className={styles.line}>
              <ProfileLink name={recipientName}>{recipientName}</ProfileLink>
            </span>
            <span className={styles.facts}>
              {t('invites.by', { name: inviterName })} · {formatRelative(sentAt)}
            </span>
          </div>
          <Button
            variant="outlined"
            aria-label={`${t('invites.withdraw')}: ${recipientName}`}
            onClick={() => void withdrawInvite(groupId, recipientName).then(focusHeading, showErrorToast)}
          >
            {t('invites.withdraw')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Shows the group's unanswered invites to its admins. */
export function SentInvites({ group }: { group: Group }) {
  const t = useTexts(groupsTexts)
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <Button variant="tinted" icon={UserRoundPlus} onClick={() => setIsInviting(true)}>
        {t('invite.button')}
      </Button>
      <SentInviteRows group={group} />
      <InviteDialog group={group} open={isInviting} onClose={() => setIsInviting(false)} />
    </>
  )
}
