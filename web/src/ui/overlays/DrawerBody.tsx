import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { uiTexts } from '../texts.ts'
import styles from './drawer.module.css'
import { ModalFrame } from './ModalFrame.tsx'

type Props = {
  title: string
  open: boolean
  onClose: () => void
  /** Rendered beside the button that closes the drawer. */
  action?: ReactNode
  children: ReactNode
}

/**
 * Renders a dialog at the right edge of the page; on a phone over the whole screen. Traps the focus and restores it on
 * close.
 */
export function DrawerBody({ title, open, onClose, action, children }: Props) {
  const t = useTexts(uiTexts)
  return (
    <ModalFrame
      open={open}
      onClose={onClose}
      isDismissable
      classNames={{ scrim: styles.scrim, modal: styles.drawer, dialog: styles.dialog }}
    >
      <div className={styles.header}>
        <Heading slot="title" className={styles.title}>
          {title}
        </Heading>
        {action}
        <IconButton icon={X} label={t('close')} onClick={onClose} />
      </div>
      {children}
    </ModalFrame>
  )
}
