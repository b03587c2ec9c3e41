import { useLeaveGuard } from '../lib/forms/use-leave-guard.ts'
import { useTexts } from '../lib/text/texts.ts'
import { LeaveQuestion } from '../ui/overlays/LeaveQuestion.tsx'
import { setChanges } from './draft.ts'
import { profileTexts } from './texts.ts'
import { useUnsaved } from './use-unsaved.ts'

/** Asks for confirmation before leaving the own profile with unsaved changes. */
export function LeaveGuard() {
  const t = useTexts(profileTexts)
  const guard = useLeaveGuard(useUnsaved())
  const leave = () => {
    setChanges({})
    guard.leave()
  }
  return (
    <LeaveQuestion
      guard={{ ...guard, leave }}
      title={t('leave.title')}
      text={t('leave.text')}
      leave={t('leave.leave')}
      stay={t('leave.stay')}
    />
  )
}
