import type { LeaveGuard } from '../lib/use-leave-guard.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = { guard: LeaveGuard; title: string; text: string; leave: string; stay: string }

/** Whoever leaves something unsaved is asked whether they may go. */
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
