import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog, I18nProvider, Modal, ModalOverlay } from 'react-aria-components'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import { Photo } from './Photo.tsx'
import type { Shown } from './photo-source.ts'
import styles from './viewer.module.css'

export type ViewedPhoto = { key: string; photo: Shown; alt: string; caption?: string | null; preview?: string | null }

export type PhotoViewerProps = {
  photos: readonly ViewedPhoto[]
  /** The key of the visible photo; null while the viewer is closed. */
  shown: string | null
  onShow: (key: string) => void
  onClose: () => void
  /** Actions on the visible photo. */
  tools?: ReactNode
}

/** In pixels; a longer swipe shows the next photo. */
const SWIPE = 48

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function PhotoViewerBody({ photos, index, onShow, onClose, tools }: PhotoViewerProps & { index: number }) {
  const t = useTexts(uiTexts)
  const locale = localeOf(useLanguage())
  const from = useRef<number | null>(null)
  const inside = useRef<HTMLDivElement>(null)
  const go = (to: number) => {
    const photo = photos[to]
    if (photo) onShow(photo.key)
  }
  useEffect(() => {
    const element = inside.current
    const onKeyDown = (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (!step) return
      event.preventDefault()
      go(step(index, photos.length))
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  })
  const viewed = photos[index]
  if (!viewed) return null
  const endSwipe = (x: number) => {
    const moved = from.current === null ? 0 : x - from.current
    from.current = null
    if (Math.abs(moved) > SWIPE) go(moved < 0 ? index + 1 : index - 1)
  }
  return (
    <I18nProvider locale={locale}>
      <ModalOverlay className={styles.overlay} isOpen onOpenChange={(open) => !open && onClose()}>
        <Modal className={styles.modal}>
          <Dialog className={styles.viewer} aria-label={viewed.alt}>
            <div className={styles.inside} ref={inside}>
              <div className={styles.bar}>
                <span className={styles.place} role="status">
                  {photos.length > 1 && t('photoPlace', { place: index + 1, count: photos.length })}
                </span>
                {tools}
                <IconButton icon={X} label={t('close')} onClick={onClose} autoFocus />
              </div>
              <div
                className={styles.stage}
                onPointerDown={({ pointerType, clientX }) => {
                  from.current = pointerType === 'mouse' ? null : clientX
                }}
                onPointerUp={({ clientX }) => endSwipe(clientX)}
                onPointerCancel={() => {
                  from.current = null
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
                <div className={classes(styles.step, styles.back)}>
                  {index > 0 && (
                    <IconButton icon={ChevronLeft} label={t('photoBefore')} onClick={() => go(index - 1)} />
                  )}
                </div>
                <div className={classes(styles.step, styles.on)}>
                  {index < photos.length - 1 && (
                    <IconButton icon={ChevronRight} label={t('photoAfter')} onClick={() => go(index + 1)} />
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
