import { useTexts } from '../lib/texts.ts'
import { profileTexts } from '../profiles/texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { logOutUnsaved, stayLoggedIn } from './log-out.ts'

/** Whether one may be logged out although changes of the profile are not saved. */
export function LogOutQuestion() {
  const t = useTexts(profileTexts)
  return (
    <ConfirmDialog
      title={t('leave.logOutTitle')}
      confirm={t('leave.logOut')}
      keep={t('leave.stay')}
      open
      onConfirm={logOutUnsaved}
      onClose={stayLoggedIn}
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}
