import { type ReactNode, useState } from 'react'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { extrasTexts } from './extras-texts.ts'

type Props = { open: boolean; onDelete: () => Promise<unknown>; onClose: () => void; children: ReactNode }

/** Asks the member to confirm the deletion of a message. */
export function DeleteDialog({ open, onDelete, onClose, children }: Props) {
  const t = useTexts(extrasTexts)
  const [busy, setBusy] = useState(false)

  async function confirm(): Promise<void> {
    setBusy(true)
    try {
      await onDelete()
      onClose()
    } catch (error) {
      showErrorToast(error)
    } finally {
      setBusy(false)
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
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
