import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './overlay.module.css'

type Props = {
  /** Names the thing: 'Ta bort chatten med Jakob-83?' */
  title: string
  children: ReactNode
  /** The verb again: 'Ta bort chatten'. */
  confirm: string
  cancelLabel: string
  open: boolean
  busy?: boolean
  /** Danger, unless nothing is lost by it. */
  variant?: ButtonVariant
  onConfirm: () => void
  onClose: () => void
}

/** Asks before what cannot be undone. Focus starts on the safe choice. */
export const ConfirmDialog = ({
  title,
  children,
  confirm,
  cancelLabel,
  open,
  busy,
  variant = 'danger',
  onConfirm,
  onClose,
}: Props) => (
  <Dialog title={title} open={open} onClose={onClose} role="alertdialog">
    <p className={styles.text}>{children}</p>
    <div className={styles.actions}>
      <Button variant="quiet" autoFocus onClick={onClose}>
        {cancelLabel}
      </Button>
      <Button variant={variant} busy={busy} busyLabel={confirm} onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  </Dialog>
)
