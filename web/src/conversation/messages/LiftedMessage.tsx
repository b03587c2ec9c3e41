import type { Reaction, ReactionCount } from '@app/contract/reactions'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Dialog, I18nProvider, Modal, ModalOverlay } from 'react-aria-components'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { FocusAfterClose } from '../../ui/overlays/FocusAfterClose.tsx'
import { MenuItems } from '../../ui/overlays/MenuItems.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { onToolbarKey, ReactionButtons } from './BarButtons.tsx'
import { extrasTexts } from './extras-texts.ts'
import styles from './lifted-message.module.css'

/** The minimum distance to the edges of the screen, in pixels. */
const MARGIN_PX = 12

/** Shows a copy of the message in `container`, with its corners and colors, which depend on its position in the list. */
function showCopy(original: HTMLElement, container: HTMLElement, mine: boolean): void {
  const copy = original.cloneNode(true) as HTMLElement
  const { backgroundColor, borderRadius, color } = getComputedStyle(original)
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const name of ['id', 'data-key', 'data-comment', 'data-outlined']) element.removeAttribute(name)
  if (original.hasAttribute('data-key'))
    Object.assign(container.style, mine ? { backgroundColor, borderRadius, color } : { borderRadius })
  copy.style.background = 'none'
  copy.style.color = 'inherit'
  container.replaceChildren(copy)
}

type Props = {
  label: string
  anchor: RefObject<HTMLElement | null>
  message: { id: string; mine: boolean; reactions?: readonly ReactionCount[] | undefined }
  actions: readonly MenuAction[]
  onReact: ((reaction: Reaction | null) => void) | null
  onClose: () => void
}

/** Moves the content so that the copy of the message lies over the message, as far as the screen allows. */
function placeOver(original: HTMLElement, content: HTMLElement, copy: HTMLElement): void {
  const { top, left, right } = original.getBoundingClientRect()
  const wantedTop = top - copy.offsetTop
  const topMax = window.innerHeight - content.offsetHeight - MARGIN_PX
  content.style.top = `${Math.max(MARGIN_PX, Math.min(wantedTop, topMax))}px`
  const leftMax = window.innerWidth - content.offsetWidth - MARGIN_PX
  const wantedLeft = copy.dataset.mine === undefined ? left : right - content.offsetWidth
  content.style.left = `${Math.max(MARGIN_PX, Math.min(wantedLeft, leftMax))}px`
}

/** Shows a pressed message over a darkened page, with the reactions above it and its menu below. */
export function LiftedMessage({ label, anchor, message, actions, onReact, onClose }: Props) {
  const t = useTexts(extrasTexts)
  const content = useRef<HTMLDivElement>(null)
  const copy = useRef<HTMLDivElement>(null)
  const { id, mine, reactions } = message
  useLayoutEffect(() => {
    const pressed = anchor.current
    const original = pressed?.querySelector<HTMLElement>('[data-lifted]') ?? pressed
    if (!original || !content.current || !copy.current) return
    const [contentBox, copyBox] = [content.current, copy.current]
    copyBox.style.width = `${original.offsetWidth}px`
    showCopy(original, copyBox, mine)
    placeOver(original, contentBox, copyBox)
    // The menu renders its items after this effect, and the screen may rotate.
    const observer = new ResizeObserver(() => placeOver(original, contentBox, copyBox))
    observer.observe(contentBox)
    return () => observer.disconnect()
  }, [anchor, mine])
  const choose = (reaction: Reaction | null): void => {
    onReact?.(reaction)
    onClose()
  }
  return (
    <I18nProvider locale={localeOf(useLanguage())}>
      <ModalOverlay className={styles.scrim} isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
        <Modal ref={content} className={classes(styles.content, mine && styles.mine)}>
          <Dialog className={styles.dialog} aria-label={label}>
            <FocusAfterClose />
            {onReact && (
              <div className={styles.reactions} role="toolbar" aria-label={t('react')} onKeyDown={onToolbarKey}>
                <ReactionButtons id={id} reactions={reactions} onReact={choose} tabStop={0} />
              </div>
            )}
            <div ref={copy} className={styles.copy} data-mine={mine ? '' : undefined} aria-hidden inert />
            <div className={styles.menu}>
              <MenuItems label={label} actions={actions} onClose={onClose} />
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
