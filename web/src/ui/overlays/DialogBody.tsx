import { X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Dialog as AriaDialog, Heading, I18nProvider, Modal, ModalOverlay } from 'react-aria-components'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { classes } from '../classes.ts'
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
  /** Rendered under the title. */
  lead?: ReactNode
  /** Rendered before the title. */
  mark?: ReactNode
  /** Set if the title may take the focus. */
  titleRef?: Ref<HTMLHeadingElement>
  wide?: boolean
  children: ReactNode
}

/** Renders a dialog in the middle of the page; on a phone a bottom sheet. Traps the focus and restores it on close. */
export function DialogBody({
  title,
  open,
  onClose,
  unsaved,
  role = 'dialog',
  titleHidden,
  lead,
  mark,
  titleRef,
  wide,
  children,
}: DialogProps) {
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
        <Modal className={classes(styles.modal, wide && styles.wide)}>
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
                  {mark}
                  <div className={styles.titles}>
                    <Heading slot="title" className={styles.title} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
                      {title}
                    </Heading>
                    {lead && <p className={styles.lead}>{lead}</p>}
                  </div>
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
