import type { LeaveGuard } from '../../lib/forms/use-leave-guard.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = { guard: LeaveGuard; title: string; text: string; leave: string; stay: string }

/** Asks for confirmation before leaving unsaved changes. */
export const LeaveQuestion = ({ guard, title, text, leave, stay }: Props) => (
  <ConfirmDialog
    title={title}
    confirm={leave}
    cancelLabel={stay}
    open={guard.isConfirming}
    onConfirm={guard.leave}
    onClose={guard.stay}
  >
    {text}
  </ConfirmDialog>
)
