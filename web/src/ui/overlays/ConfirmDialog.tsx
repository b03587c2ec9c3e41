import { type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonVariant } from '../buttons/Button.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './overlay.module.css'

type Props = {
  /** Names the object: 'Ta bort chatten med Jakob-83?' */
  title: string
  children: ReactNode
  /** Repeats the verb: 'Ta bort chatten'. */
  confirm: string
  cancelLabel: string
  open: boolean
  busy?: boolean
  /** `danger` by default; another variant for an action that loses nothing. */
  variant?: ButtonVariant
  onConfirm: () => void
  onClose: () => void
}

/**
 * Renders the cancel button, which takes the focus. NOTE: `autoFocus` is too early in a dialog above another one, which
 * would take the focus back.
 */
function SafeChoice({ label, onClick }: { label: string; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} variant="quiet" onClick={onClick}>
      {label}
    </Button>
  )
}

/** Asks for confirmation before an action, by default an irreversible one. The focus starts on the safe choice. */
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
      <SafeChoice label={cancelLabel} onClick={onClose} />
      <Button variant={variant} busy={busy} busyLabel={confirm} onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  </Dialog>
)
