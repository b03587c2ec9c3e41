import type { GroupInvite } from '@app/contract/groups'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { showErrorToast, showToast } from '../../lib/feedback/toasts.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { getSession, inSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { prepareFocusAfterAnswer } from '../../ui/lists/focus-after-answer.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { uiTexts } from '../../ui/texts.ts'
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

/** Shows the buttons to accept, to decline, and to decline and ignore the inviting member. */
export function GroupInviteActions({ invite: { group, inviterName }, onAccepted, onDeclined }: Props) {
  const t = useTexts(groupsTexts)
  const tUi = useTexts(uiTexts)
  const labelId = useId()
  const [busy, setBusy] = useState(false)
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
    const onDone = inSession(() => {
      showToast({ text: t('invites.declined') })
      onDeclined()
      focusNext()
    })
    await declineInvite(group.groupId)
    onDone()
  }
  /** Ignores the inviting member. The declined invite no longer offers this, so the toast of a failure does. */
  const ignore = (): Promise<void> => {
    const showRetry = inSession(() =>
      showToast({
        text: t('invites.notIgnored', { name: inviterName }),
        action: { label: tUi('retry'), run: () => void ignore() },
      }),
    )
    return ignoreMember(inviterName).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      showRetry()
    })
  }
  const declineAndIgnore = async () => {
    const sessionId = getSession()?.sessionId
    await decline()
    if (getSession()?.sessionId === sessionId) await ignore()
  }
  return (
    <>
      <span id={labelId} hidden>
        {t('invites.label', { inviter: inviterName, group: group.groupName })}
      </span>
      <Button icon={Check} busy={busy} aria-describedby={labelId} onClick={() => void run(accept)}>
        {t('join')}
      </Button>
      <Button variant="quiet" aria-describedby={labelId} onClick={() => void run(decline)}>
        {t('invites.decline')}
      </Button>
      <Button variant="dangerQuiet" aria-describedby={labelId} onClick={() => setIsConfirming(true)}>
        {t('invites.declineIgnore')}
      </Button>
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
