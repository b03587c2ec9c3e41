import { useTexts } from '../lib/texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { logOutUnsaved, stayLoggedIn, useLogOutQuestion } from './log-out.ts'
import { logOutTexts } from './log-out-texts.ts'

/** Whether one may be logged out although something would be lost by it. */
export function LogOutQuestion() {
  const t = useTexts(logOutTexts)
  const { changes, unsent } = useLogOutQuestion()
  return (
    <ConfirmDialog
      title={t(unsent > 0 ? 'unsent' : 'unsaved')}
      confirm={t('logOut')}
      keep={t('stay')}
      open
      onConfirm={logOutUnsaved}
      onClose={stayLoggedIn}
    >
      {unsent > 0 && t('messages', { count: unsent })} {changes && t('changes')}
    </ConfirmDialog>
  )
}
