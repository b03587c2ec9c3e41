import type { GroupInvite } from '@app/contract/groups'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { showErrorToast, showToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { focusAfterAnswer } from '../../ui/overlays/focus-after-answer.ts'
import { ignoreMember } from '../api.ts'
import { loadGroupCount } from '../count.ts'
import { acceptInvite, declineInvite } from '../store.ts'
import { groupsTexts } from '../texts.ts'

export type OnAnswered = {
  /** Called when the member has joined the group. */
  onAccepted: (groupId: string) => void
  /** Called when the invite has been declined. */
  onDeclined: () => void
}

type Props = OnAnswered & { invite: GroupInvite }

/** The buttons to accept, to decline, or to decline and ignore the inviting member. */
export function GroupInviteActions({ invite: { group, inviterName }, onAccepted, onDeclined }: Props) {
  const t = useTexts(groupsTexts)
  const [busy, setBusy] = useState(false)
  const [confirming, setConfirming] = useState(false)
  async function run(work: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    await work().catch(showErrorToast)
    setBusy(false)
    void loadGroupCount().catch(() => undefined)
  }
  const accept = async () => {
    await acceptInvite(group.groupId)
    onAccepted(group.groupId)
  }
  const decline = async (ignoring: boolean) => {
    const focusNext = focusAfterAnswer()
    setConfirming(false)
    await declineInvite(group.groupId)
    showToast({ text: t('invites.declined') })
    onDeclined()
    focusNext()
    if (ignoring) await ignoreMember(inviterName)
  }
  return (
    <>
      <Button icon={Check} busy={busy} onClick={() => void run(accept)}>
        {t('join')}
      </Button>
      <Button variant="quiet" onClick={() => void run(() => decline(false))}>
        {t('invites.decline')}
      </Button>
      <Button variant="dangerQuiet" onClick={() => setConfirming(true)}>
        {t('invites.declineIgnore')}
      </Button>
      <ConfirmDialog
        title={t('invites.ignoreTitle', { name: inviterName })}
        confirm={t('invites.declineIgnore')}
        cancelLabel={t('keep')}
        open={confirming}
        onConfirm={() => void run(() => decline(true))}
        onClose={() => setConfirming(false)}
      >
        {t('invites.ignoreText', { name: inviterName })}
      </ConfirmDialog>
    </>
  )
}
