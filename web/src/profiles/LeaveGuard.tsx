import { useTexts } from '../lib/texts.ts'
import { useLeaveGuard } from '../lib/use-leave-guard.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { setChanges } from './draft.ts'
import { profileTexts } from './texts.ts'
import { useUnsaved } from './use-unsaved.ts'

/** Whoever leaves the own profile with changes in it is asked whether they may go. */
export function LeaveGuard() {
  const t = useTexts(profileTexts)
  const { asking, leave, stay } = useLeaveGuard(useUnsaved())
  return (
    <ConfirmDialog
      title={t('leave.title')}
      confirm={t('leave.leave')}
      keep={t('leave.stay')}
      open={asking}
      onConfirm={() => {
        setChanges({})
        leave()
      }}
      onClose={stay}
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}
