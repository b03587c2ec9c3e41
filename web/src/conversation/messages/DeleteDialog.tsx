import { type ReactNode, useState } from 'react'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { conversationTexts } from '../texts.ts'

type Props = { open: boolean; onDelete: () => Promise<unknown>; onClose: () => void; children: ReactNode }

/** Asks the member to confirm the deletion of a message. */
export function DeleteDialog({ open, onDelete, onClose, children }: Props) {
  const t = useTexts(conversationTexts)
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
      title={t('message.deleteTitle')}
      confirm={t('message.delete')}
      cancelLabel={t('message.keep')}
      open={open}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
