import { type ReactNode, useState } from 'react'
import { useTexts } from '../lib/texts.ts'
import { showErrorToast } from '../lib/toasts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { conversationTexts } from './texts.ts'

type Props = { open: boolean; remove: () => Promise<unknown>; onClose: () => void; children: ReactNode }

/** The dialog that confirms the deletion of a message. */
export function RemoveDialog({ open, remove, onClose, children }: Props) {
  const t = useTexts(conversationTexts)
  const [busy, setBusy] = useState(false)

  async function confirm(): Promise<void> {
    setBusy(true)
    try {
      await remove()
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
