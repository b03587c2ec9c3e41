import type { Photo as PhotoOfAlbum } from '@app/contract/photos'
import { Check, RotateCw, Trash } from 'lucide-react'
import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import { Photo } from '../ui/photos/Photo.tsx'
import { MoveMenu } from './MoveMenu.tsx'
import { usePhotos } from './store.ts'
import { photosTexts } from './texts.ts'
import styles from './tile.module.css'

/** The state and callbacks that the panel shares with every tile. */
export type TileContext = {
  /** The photo with visible tools on a touch screen. */
  active: string | null
  dragged: string | null
  endsDrag: (click: Pick<MouseEvent, 'detail'>) => boolean
  onGrab: (event: PointerEvent, photo: PhotoOfAlbum) => void
  onTouch: (id: string) => void
  onOpen: (id: string) => void
  onMove: (id: string, album: PhotoOfAlbum['album'], index?: number) => void
  onRotate: (photo: PhotoOfAlbum) => void
  onRemove: (photo: PhotoOfAlbum) => void
}

type Props = { photo: PhotoOfAlbum; isLast: boolean; isProfilePhoto: boolean; context: TileContext }

/**
 * Shows one of the member's own photos, with its labels and tools. On a touch screen the first tap shows the tools, the
 * second one opens the photo.
 */
export function Tile({ photo, isLast, isProfilePhoto, context }: Props) {
  const t = useTexts(photosTexts)
  const isTouch = useRef(false)
  const preview = usePhotos(({ previews }) => previews.get(photo.id))
  const { id, album, ordinal, status, verified } = photo
  const name = t('nameOf', { position: ordinal + 1, album: t(`album.${album}`) })
  const { active, dragged, endsDrag } = context
  const onClick = (event: MouseEvent) => {
    if (endsDrag(event)) return
    if (isTouch.current && active !== id) context.onTouch(id)
    else context.onOpen(id)
  }
  return (
    <li
      className={classes(styles.tile, active === id && styles.active, dragged === id && styles.dragged)}
      data-photo={id}
    >
      <button
        type="button"
        className={styles.photo}
        aria-label={t('open', { photo: name })}
        onPointerDown={(event) => {
          isTouch.current = event.pointerType === 'touch'
          if (event.pointerType === 'mouse') context.onGrab(event, photo)
        }}
        onClick={onClick}
      >
        <Photo photo={photo} alt="" sizes="(max-width: 600px) 45vw, 160px" preview={preview} />
      </button>
      <span className={styles.labels}>
        {isProfilePhoto && <span className={styles.label}>{t('profilePhoto')}</span>}
        {verified && (
          <span className={styles.label}>
            <Check size="0.875rem" strokeWidth={2.5} aria-hidden />
            {t('confirmed')}
          </span>
        )}
        {status === 'PROCESSING' && <span className={styles.label}>{t('processing')}</span>}
        {status === 'FAILED' && <span className={styles.label}>{t('unreadable')}</span>}
      </span>
      <div className={styles.tools}>
        <MoveMenu
          photo={photo}
          label={t('move', { photo: name })}
          isLast={isLast}
          onMove={(to, index) => context.onMove(id, to, index)}
          onGrab={(event) => context.onGrab(event, photo)}
          endsDrag={endsDrag}
        />
        <button
          type="button"
          aria-label={t('turn', { photo: name })}
          disabled={status === 'FAILED'}
          onClick={() => context.onRotate(photo)}
        >
          <RotateCw size="1.25rem" strokeWidth={1.75} aria-hidden />
        </button>
        <button type="button" aria-label={t('remove', { photo: name })} onClick={() => context.onRemove(photo)}>
          <Trash size="1.25rem" strokeWidth={1.75} aria-hidden />
        </button>
      </div>
    </li>
  )
}
