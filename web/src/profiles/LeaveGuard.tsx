import { useLeaveGuard } from '../lib/forms/use-leave-guard.ts'
import { useTexts } from '../lib/text/texts.ts'
import { LeaveConfirmation } from '../ui/overlays/LeaveConfirmation.tsx'
import { setChanges } from './draft.ts'
import { profileTexts } from './texts.ts'
import { useHasUnsavedChanges } from './unsaved-changes.ts'

/** Asks for confirmation before the member leaves their own profile with unsaved changes. */
export function LeaveGuard() {
  const t = useTexts(profileTexts)
  const guard = useLeaveGuard(useHasUnsavedChanges())
  const leave = () => {
    setChanges({})
    guard.leave()
  }
  return (
    <LeaveConfirmation
      guard={{ ...guard, leave }}
      title={t('leave.title')}
      text={t('leave.text')}
      leave={t('leave.leave')}
      stay={t('leave.stay')}
    />
  )
}
