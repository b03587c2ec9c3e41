import { X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Heading } from 'react-aria-components'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import { ModalFrame } from './ModalFrame.tsx'
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
  const t = useTexts(uiTexts)
  const dragHandlers = useSheetDrag(`.${styles.modal}`, onClose)
  return (
    <ModalFrame
      open={open}
      onClose={onClose}
      isDismissable={!unsaved && role === 'dialog'}
      role={role}
      classNames={{ scrim: styles.scrim, modal: classes(styles.modal, wide && styles.wide), dialog: styles.dialog }}
    >
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
    </ModalFrame>
  )
}
