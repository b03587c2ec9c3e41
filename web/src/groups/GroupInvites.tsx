import type { GroupInvite } from '@app/contract/groups'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { focusHeading } from '../lib/focus-heading.ts'
import { useTexts } from '../lib/texts.ts'
import { useRelativeTime } from '../lib/times.ts'
import { showErrorToast, showToast } from '../lib/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { GroupArt } from '../ui/GroupArt.tsx'
import { ProfileLink } from '../ui/ProfileLink.tsx'
import { groupAddress } from './address.ts'
import { ignoreMember } from './api.ts'
import { loadGroupCount } from './count.ts'
import styles from './list.module.css'
import { acceptInvite, declineInvite, loadInvites, useGroups } from './store.ts'
import { groupsTexts } from './texts.ts'

/** Accept, decline, or decline and ignore who invited. */
export function GroupInviteActions({ invite: { group, inviterName } }: { invite: GroupInvite }) {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    await work().catch(showErrorToast)
    setBusy(false)
    void loadGroupCount().catch(() => undefined)
  }
  const accept = async () => {
    await acceptInvite(group.groupId)
    await navigate(groupAddress(group.groupId))
  }
  const decline = async () => {
    await declineInvite(group.groupId)
    showToast({ text: t('invites.declined') })
    focusHeading()
  }
  const declineAndIgnore = async () => {
    setAsking(false)
    await decline()
    await ignoreMember(inviterName)
  }
  return (
    <div className={styles.inviteActions}>
      <Button icon={Check} busy={busy} onClick={() => void run(accept)}>
        {t('invites.accept')}
      </Button>
      <Button variant="outlined" onClick={() => void run(decline)}>
        {t('invites.decline')}
      </Button>
      <Button variant="dangerQuiet" onClick={() => setAsking(true)}>
        {t('invites.declineIgnore')}
      </Button>
      <ConfirmDialog
        title={t('invites.ignoreTitle', { name: inviterName })}
        confirm={t('invites.declineIgnore')}
        keep={t('keep')}
        open={asking}
        onConfirm={() => void run(declineAndIgnore)}
        onClose={() => setAsking(false)}
      >
        {t('invites.ignoreText', { name: inviterName })}
      </ConfirmDialog>
    </div>
  )
}

function InviteCard({ invite }: { invite: GroupInvite }) {
  const t = useTexts(groupsTexts)
  const relative = useRelativeTime()
  const { group, inviterName, message, sentAt } = invite
  return (
    <li className={styles.invite}>
      <article aria-label={t('invites.letter', { inviter: inviterName, group: group.groupName })}>
        <div className={styles.inviteHead}>
          <GroupArt groupId={group.groupId} />
          <div className={styles.inviteWords}>
            <h3 className={styles.inviteName}>{group.groupName}</h3>
            <p className={styles.inviteFacts}>
              {t.rich('invites.from', {
                name: inviterName,
                link: (words) => <ProfileLink name={inviterName}>{words}</ProfileLink>,
              })}
              {' · '}
              <time dateTime={sentAt}>{relative(sentAt)}</time>
            </p>
          </div>
        </div>
        {message !== '' && <blockquote className={styles.quote}>{message}</blockquote>}
        <GroupInviteActions invite={invite} />
      </article>
    </li>
  )
}

type Props = {
  /** Among invites to chat they are headed by what they are to. */
  amongOthers?: boolean
}

/** Invites of groups to me; nothing where there are none. */
export function GroupInvites({ amongOthers = false }: Props) {
  const t = useTexts(groupsTexts)
  const invites = useGroups((state) => state.invites.data)
  const title = amongOthers ? t('page') : t('tab.invites')
  useEffect(() => {
    void loadInvites()
  }, [])
  if (!invites || invites.length === 0) return null
  return (
    <section className={styles.invites} aria-label={title}>
      <h2 className={styles.groupTitle}>{title}</h2>
      <ul>
        {invites.map((invite) => (
          <InviteCard key={invite.group.groupId} invite={invite} />
        ))}
      </ul>
    </section>
  )
}
