import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, I18nProvider, Modal, ModalOverlay } from 'react-aria-components'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { uiTexts } from '../texts.ts'
import styles from './drawer.module.css'
import { FocusAfterClose } from './FocusAfterClose.tsx'

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
  const locale = localeOf(useLanguage())
  const t = useTexts(uiTexts)
  return (
    <I18nProvider locale={locale}>
      <ModalOverlay
        className={styles.scrim}
        isOpen={open}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        isDismissable
      >
        <Modal className={styles.drawer}>
          <AriaDialog className={styles.dialog}>
            <FocusAfterClose />
            <div className={styles.header}>
              <Heading slot="title" className={styles.title}>
                {title}
              </Heading>
              {action}
              <IconButton icon={X} label={t('close')} onClick={onClose} />
            </div>
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
