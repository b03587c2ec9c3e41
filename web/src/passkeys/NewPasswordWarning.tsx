import { useState } from 'react'
import { showToast } from '../lib/feedback/toasts.ts'
import { useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { useFullTime } from '../lib/text/times.ts'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { cancelNewPassword } from './store.ts'
import { passkeyTexts } from './texts.ts'

/** Warns the member each time the app opens that a new password will take effect, and lets them cancel it. */
export function NewPasswordWarning() {
  const t = useTexts(passkeyTexts)
  const formatTime = useFullTime()
  const from = useSession()?.newPasswordFrom
  const [isClosed, setClosed] = useState(false)
  const [isPending, setPending] = useState(false)
  async function cancel(): Promise<void> {
    setPending(true)
    if (await cancelNewPassword()) showToast({ text: t('passwordCanceled') })
    setPending(false)
  }
  if (!from) return null
  return (
    <ConfirmDialog
      title={t('passwordWaits')}
      confirm={t('cancelPassword')}
      cancelLabel={t('wasMe')}
      open={!isClosed}
      busy={isPending}
      onConfirm={() => void cancel()}
      onClose={() => setClosed(true)}
    >
      {t('passwordWaitsText', { time: formatTime(from) })}
    </ConfirmDialog>
  )
}
