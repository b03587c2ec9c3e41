import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, I18nProvider, Modal, ModalOverlay } from 'react-aria-components'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { uiTexts } from '../texts.ts'
import { FocusAfterClose } from './FocusAfterClose.tsx'
import styles from './overlay.module.css'
import { useSheetDrag } from './use-sheet-drag.ts'

export type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  /**
   * Whether the dialog has unsaved input. If so, a click on the backdrop does not close it, but Escape and the close
   * button do, through `onClose`.
   */
  unsaved?: boolean
  role?: 'dialog' | 'alertdialog'
  /** Whether to hide the title visually, for sheets whose first line already states it. */
  titleHidden?: boolean
  children: ReactNode
}

/** Renders a dialog in the middle of the page; on a phone a bottom sheet. Traps the focus and restores it on close. */
export function DialogBody({ title, open, onClose, unsaved, role = 'dialog', titleHidden, children }: DialogProps) {
  const locale = localeOf(useLanguage())
  const t = useTexts(uiTexts)
  const dragHandlers = useSheetDrag(`.${styles.modal}`, onClose)
  return (
    <I18nProvider locale={locale}>
      <ModalOverlay
        className={styles.scrim}
        isOpen={open}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        isDismissable={!unsaved && role === 'dialog'}
      >
        <Modal className={styles.modal}>
          <AriaDialog className={styles.dialog} role={role}>
            <FocusAfterClose />
            <div className={styles.edge} {...dragHandlers}>
              <div className={styles.grabBar} aria-hidden />
              {titleHidden ? (
                <Heading slot="title" className="visually-hidden">
                  {title}
                </Heading>
              ) : (
                <div className={styles.header}>
                  <Heading slot="title" className={styles.title}>
                    {title}
                  </Heading>
                  {role === 'dialog' && <IconButton icon={X} label={t('close')} onClick={onClose} />}
                </div>
              )}
            </div>
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
