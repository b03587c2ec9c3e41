import type { LeaveGuard } from '../../lib/forms/use-leave-guard.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { leaveTexts } from './leave-texts.ts'

type Props = { guard: LeaveGuard; title: string; text: string; leave?: string; stay?: string }

/** Asks for confirmation before the member leaves a page with unsaved changes. */
export function LeaveConfirmation({ guard, title, text, leave, stay }: Props) {
  const t = useTexts(leaveTexts)
  return (
    <ConfirmDialog
      title={title}
      confirm={leave ?? t('leave')}
      cancelLabel={stay ?? t('stay')}
      open={guard.isConfirming}
      onConfirm={guard.leave}
      onClose={guard.stay}
    >
      {text}
    </ConfirmDialog>
  )
}
