import type { GroupInvite } from '@app/contract/groups'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { showErrorToast, showToast } from '../../lib/feedback/toasts.ts'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { prepareFocusAfterAnswer } from '../../ui/lists/focus-after-answer.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { MemberMenu } from '../../ui/overlays/MemberMenu.tsx'
import { ignoreMember } from '../api.ts'
import { loadGroupCount } from '../count.ts'
import { acceptInvite, declineInvite } from '../store.ts'
import { groupsTexts } from '../texts.ts'

export type AnswerHandlers = {
  /** Called when the member has joined the group. */
  onAccepted: (groupId: string) => void
  /** Called when the invite has been declined. */
  onDeclined: () => void
}

type Props = AnswerHandlers & { invite: GroupInvite }

/**
 * Shows the buttons to accept, to decline, and to decline and ignore the inviting member, and the menu to block them or
 * report the invite.
 */
export function GroupInviteActions({ invite: { group, inviterName }, onAccepted, onDeclined }: Props) {
  const t = useTexts(groupsTexts)
  const [busy, setBusy] = useState(false)
  const reportActions = useReportActions()({ subject: { kind: 'GROUP_INVITE', id: group.groupId }, name: inviterName })
  const [isConfirming, setIsConfirming] = useState(false)
  async function run(action: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    await action().catch(showErrorToast)
    setBusy(false)
    void loadGroupCount().catch(() => undefined)
  }
  const accept = async () => {
    await acceptInvite(group.groupId)
    onAccepted(group.groupId)
  }
  const decline = async () => {
    const focusNext = prepareFocusAfterAnswer()
    setIsConfirming(false)
    await declineInvite(group.groupId)
    showToast({ text: t('invites.declined') })
    onDeclined()
    focusNext()
  }
  const declineAndIgnore = async () => {
    await decline()
    await ignoreMember(inviterName)
  }
  return (
    <>
      <Button icon={Check} busy={busy} onClick={() => void run(accept)}>
        {t('join')}
      </Button>
      <Button variant="quiet" onClick={() => void run(decline)}>
        {t('invites.decline')}
      </Button>
      <Button variant="dangerQuiet" onClick={() => setIsConfirming(true)}>
        {t('invites.declineIgnore')}
      </Button>
      <MemberMenu name={inviterName} actions={reportActions} />
      <ConfirmDialog
        title={t('invites.ignoreTitle', { name: inviterName })}
        confirm={t('invites.declineIgnore')}
        cancelLabel={t('keep')}
        open={isConfirming}
        onConfirm={() => void run(declineAndIgnore)}
        onClose={() => setIsConfirming(false)}
      >
        {t('invites.ignoreText', { name: inviterName })}
      </ConfirmDialog>
    </>
  )
}
