import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Dialog as AriaDialog, I18nProvider, Modal, ModalOverlay } from 'react-aria-components'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { FocusAfterClose } from './FocusAfterClose.tsx'

type Props = {
  open: boolean
  onClose: () => void
  /** Whether a click on the backdrop closes the dialog. */
  isDismissable: boolean
  role?: 'dialog' | 'alertdialog'
  /** The CSS classes of the backdrop, of the modal above it, and of the dialog inside the modal. */
  classNames: Record<'scrim' | 'modal' | 'dialog', string | undefined>
  children: ReactNode
}

/**
 * Renders the backdrop and the frame of a dialog while it is open and while it closes. Traps the focus and restores it on
 * close.
 */
export function ModalFrame({ open, onClose, isDismissable, role, classNames, children }: Props) {
  const locale = localeOf(useLanguage())
  const isOpen = useRef(open)
  const [canceledExits, setCanceledExits] = useState(0)
  useLayoutEffect(() => {
    isOpen.current = open
  }, [open])

  // If the exit animation is canceled, the library keeps the invisible modal, and the page stays inert.
  const removeIfCanceled = (overlay: HTMLElement): void => {
    const animations = overlay.getAnimations?.({ subtree: true }) ?? []
    Promise.all(animations.map(({ finished }) => finished)).catch(() => {
      if (!isOpen.current) setCanceledExits((count) => count + 1)
    })
  }

  return (
    <I18nProvider locale={locale}>
      <ModalOverlay
        key={canceledExits}
        className={classNames.scrim}
        isOpen={open}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        onExit={removeIfCanceled}
        isDismissable={isDismissable}
      >
        <Modal className={classNames.modal}>
          <AriaDialog className={classNames.dialog} role={role}>
            <FocusAfterClose />
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
