import type { Photo } from '@app/contract/photos'
import { ArrowLeft, ArrowRight, GripVertical, Star } from 'lucide-react'
import { type KeyboardEvent, lazy, type MouseEvent, type PointerEvent, Suspense, useRef, useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import type { MenuAction } from '../ui/overlays/menu-action.ts'
import { ALBUM_ICONS } from './album-icons.ts'
import { ALBUMS } from './albums.ts'
import { photosTexts } from './texts.ts'
import styles from './tile.module.css'

const MenuPopover = lazy(async () => ({ default: (await import('../ui/overlays/MenuPopover.tsx')).MenuPopover }))

/** The move for each arrow key: by positions within the album, or by albums. */
const KEYS: Record<string, [places: number, albums: number]> = {
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
    const [places, albums] = KEYS[event.key] ?? []
    if (places === undefined || albums === undefined) return
    event.preventDefault()
    const next = ALBUMS[ALBUMS.indexOf(album) + albums]
    if (albums !== 0 && next) onMove(next)
    if (places !== 0 && ordinal + places >= 0 && !(isLast && places > 0)) onMove(album, ordinal + places)
  }

  const actions: MenuAction[] = [
    {
      id: 'profile',
      label: t('asProfilePhoto'),
      icon: Star,
      shown: album !== 'PUBLIC' || ordinal > 0,
      to: 'PUBLIC' as const,
      place: 0,
    },
    { id: 'earlier', label: t('earlier'), icon: ArrowLeft, shown: ordinal > 0, to: album, place: ordinal - 1 },
    { id: 'later', label: t('later'), icon: ArrowRight, shown: !isLast, to: album, place: ordinal + 1 },
    ...ALBUMS.map((to) => ({
      id: to,
      label: t('toAlbum', { album: t(`album.${to}`) }),
      icon: ALBUM_ICONS[to],
      shown: to !== album,
      to,
      place: undefined,
    })),
  ].flatMap(({ shown, to, place: index, ...action }) => (shown ? [{ ...action, run: () => onMove(to, index) }] : []))

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
