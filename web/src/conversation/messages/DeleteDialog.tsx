import { type ReactNode, useRef, useState } from 'react'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { extrasTexts } from './extras-texts.ts'

type Props = { open: boolean; onDelete: () => Promise<unknown>; onClose: () => void; children: ReactNode }

/** Asks the member to confirm the deletion of a message. */
export function DeleteDialog({ open, onDelete, onClose, children }: Props) {
  const t = useTexts(extrasTexts)
  const [busy, setBusy] = useState(false)

  /** The number of times that the dialog was closed, which identifies its current opening. */
  const closeCount = useRef(0)

  function close(): void {
    closeCount.current += 1
    setBusy(false)
    onClose()
  }

  async function confirm(): Promise<void> {
    const opening = closeCount.current
    setBusy(true)
    try {
      await onDelete()
      // The member may have closed the dialog meanwhile, and opened it for another message.
      if (closeCount.current === opening) close()
    } catch (error) {
      showErrorToast(error)
      if (closeCount.current === opening) setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      confirm={t('delete')}
      cancelLabel={t('keep')}
      open={open}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {children}
    </ConfirmDialog>
  )
}
