import type { Photo } from '@app/contract/photos'
import { ArrowLeft, ArrowRight, GripVertical, Star } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, Suspense, useRef, useState } from 'react'
import { lazy } from '../lib/device/chunks.ts'
import { hasModifier } from '../lib/navigation/modifier-keys.ts'
import { useTexts } from '../lib/text/texts.ts'
import type { MenuAction } from '../ui/overlays/menu-action.ts'
import { ALBUM_ICONS } from './album-icons.ts'
import { ALBUMS } from './albums.ts'
import { photosTexts } from './texts.ts'
import styles from './tile.module.css'

const MenuPopover = lazy(async () => ({ default: (await import('../ui/overlays/MenuPopover.tsx')).MenuPopover }))

/** The distance by which each arrow key moves the photo: in positions within its album, or by albums. */
const KEYS: Record<string, [steps: number, albums: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type Props = {
  photo: Photo
  label: string
  isLast: boolean
  onMove: (album: Photo['album'], index?: number) => void
  onGrab: (event: PointerEvent) => void
  endsDrag: (click: Pick<MouseEvent, 'detail'>) => boolean
}

/**
 * Renders a photo's drag handle: dragging moves the photo, arrow keys move it step by step, a click opens a menu of
 * destinations.
 */
export function MoveMenu({ photo, label, isLast, onMove, onGrab, endsDrag }: Props) {
  const t = useTexts(photosTexts)
  const handle = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { album, ordinal } = photo

  function onKeyDown(event: KeyboardEvent): void {
    const [steps, albums] = KEYS[event.key] ?? []
    if (steps === undefined || albums === undefined || hasModifier(event)) return
    event.preventDefault()
    const next = ALBUMS[ALBUMS.indexOf(album) + albums]
    if (albums !== 0 && next) onMove(next)
    if (steps !== 0 && ordinal + steps >= 0 && !(isLast && steps > 0)) onMove(album, ordinal + steps)
  }

  const actions: MenuAction[] = [
    {
      id: 'profile',
      label: t('asProfilePhoto'),
      icon: Star,
      shown: album !== 'PUBLIC' || ordinal > 0,
      to: 'PUBLIC' as const,
      index: 0,
    },
    { id: 'earlier', label: t('earlier'), icon: ArrowLeft, shown: ordinal > 0, to: album, index: ordinal - 1 },
    { id: 'later', label: t('later'), icon: ArrowRight, shown: !isLast, to: album, index: ordinal + 1 },
    ...ALBUMS.map((to) => ({
      id: to,
      label: t('toAlbum', { album: t(`album.${to}`) }),
      icon: ALBUM_ICONS[to],
      shown: to !== album,
      to,
      index: undefined,
    })),
  ].flatMap(({ shown, to, index, ...action }) => (shown ? [{ ...action, run: () => onMove(to, index) }] : []))

  return (
    <>
      <button
        ref={handle}
        type="button"
        className={styles.handle}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        data-handle
        onPointerDown={onGrab}
        onKeyDown={onKeyDown}
        onClick={(event) => !endsDrag(event) && setOpen(!open)}
      >
        <GripVertical size="1.25rem" strokeWidth={1.75} aria-hidden />
      </button>
      {open && (
        <Suspense>
          <MenuPopover label={t('moveMenu')} actions={actions} trigger={handle} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
