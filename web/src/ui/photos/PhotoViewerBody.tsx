import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog, I18nProvider, Modal, ModalOverlay } from 'react-aria-components'
import { hasModifier } from '../../lib/navigation/modifier-keys.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import { Photo } from './Photo.tsx'
import type { ShownPhoto } from './photo-source.ts'
import styles from './viewer.module.css'
import { viewerTexts } from './viewer-texts.ts'

export type ViewedPhoto = {
  key: string
  photo: ShownPhoto
  alt: string
  caption?: string | null
  preview?: string | null
}

export type PhotoViewerProps = {
  photos: readonly ViewedPhoto[]
  /** The key of the visible photo; null while the viewer is closed. */
  shownKey: string | null
  onShow: (key: string) => void
  onClose: () => void
  /** Actions on the visible photo. */
  tools?: ReactNode
}

/** A longer swipe shows the next or previous photo. */
const SWIPE_MIN_PX = 48

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function PhotoViewerBody({ photos, index, onShow, onClose, tools }: PhotoViewerProps & { index: number }) {
  const t = useTexts(viewerTexts)
  const tUi = useTexts(uiTexts)
  const locale = localeOf(useLanguage())
  const swipeStart = useRef<number | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const showIndex = (newIndex: number) => {
    const photo = photos[newIndex]
    if (photo) onShow(photo.key)
  }
  useEffect(() => {
    const element = content.current
    const onKeyDown = (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (!step || hasModifier(event)) return
      event.preventDefault()
      showIndex(step(index, photos.length))
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  })
  const viewed = photos[index]
  if (!viewed) return null
  const endSwipe = (x: number) => {
    const moved = swipeStart.current === null ? 0 : x - swipeStart.current
    swipeStart.current = null
    if (Math.abs(moved) > SWIPE_MIN_PX) showIndex(moved < 0 ? index + 1 : index - 1)
  }
  return (
    <I18nProvider locale={locale}>
      <ModalOverlay className={styles.overlay} isOpen onOpenChange={(open) => !open && onClose()}>
        <Modal className={styles.modal}>
          <Dialog className={styles.viewer} aria-label={viewed.alt}>
            <div className={styles.inside} ref={content}>
              <div className={styles.bar}>
                <span className={styles.position} role="status">
                  {photos.length > 1 && t('photoPosition', { position: index + 1, count: photos.length })}
                </span>
                {tools}
                <IconButton icon={X} label={tUi('close')} onClick={onClose} autoFocus />
              </div>
              <div
                className={styles.stage}
                onPointerDown={({ pointerType, clientX }) => {
                  swipeStart.current = pointerType === 'mouse' ? null : clientX
                }}
                onPointerUp={({ clientX }) => endSwipe(clientX)}
                onPointerCancel={() => {
                  swipeStart.current = null
                }}
              >
                <Photo
                  key={viewed.key}
                  photo={viewed.photo}
                  alt={viewed.alt}
                  preview={viewed.preview}
                  fit="contain"
                  eager
                  hoverReveals={false}
                />
                <div className={classes(styles.step, styles.previous)}>
                  {index > 0 && (
                    <IconButton icon={ChevronLeft} label={t('previousPhoto')} onClick={() => showIndex(index - 1)} />
                  )}
                </div>
                <div className={classes(styles.step, styles.next)}>
                  {index < photos.length - 1 && (
                    <IconButton icon={ChevronRight} label={t('nextPhoto')} onClick={() => showIndex(index + 1)} />
                  )}
                </div>
              </div>
              {viewed.caption && (
                <p className={styles.caption} dir="auto">
                  {viewed.caption}
                </p>
              )}
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
