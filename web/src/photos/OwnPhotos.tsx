import { PHOTO_BYTES_MAX, PHOTOS_PER_MEMBER } from '@app/contract/limits'
import type { Album, Photo } from '@app/contract/photos'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { PHOTO_TYPES } from '../lib/photos/photo-types.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { RestrictedNote } from '../ui/feedback/RestrictedNote.tsx'
import { useFilePicker } from '../ui/forms/use-file-picker.tsx'
import { AlbumColumn } from './AlbumColumn.tsx'
import { reorderPhotos, rotatePhoto } from './actions.ts'
import { ALBUMS } from './albums.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { DraggedPhoto } from './DraggedPhoto.tsx'
import { Grants } from './Grants.tsx'
import { OwnPhotosSkeleton } from './OwnPhotosSkeleton.tsx'
import { OwnViewer } from './OwnViewer.tsx'
import styles from './own-photos.module.css'
import { loadOwnPhotos } from './store.ts'
import { photosTexts } from './texts.ts'
import { addFiles } from './uploads.ts'
import { useDrag } from './use-drag.ts'
import { useMoves } from './use-moves.ts'
import { useOwnPhotos } from './use-own-photos.ts'

const MEGABYTE = 1024 * 1024

const NO_PHOTOS: readonly Photo[] = []

/** Lets members upload, reorder, rotate and delete their own photos. */
export function OwnPhotos() {
  const t = useTexts(photosTexts)
  const own = useOwnPhotos()
  const photos = own.data ?? NO_PHOTOS
  const { dragged, start, endsDrag } = useDrag(photos, reorderPhotos)
  const { panel, move, announcement } = useMoves()
  const [active, setActive] = useState<string | null>(null)
  const [viewedId, setViewedId] = useState<string | null>(null)
  const [photoToDelete, setPhotoToDelete] = useState<Photo | null>(null)
  const album = useRef<Album>('PUBLIC')
  const { open, input } = useFilePicker({
    accept: PHOTO_TYPES,
    multiple: true,
    onFiles: (files) => addFiles(files, album.current),
  })
  const choose = (target: Album) => {
    album.current = target
    open()
  }
  if (!own.data) {
    if (own.state === 'failed') return <Failed title={t('failed')} error={own.error} retry={loadOwnPhotos} />
    return <OwnPhotosSkeleton />
  }
  return (
    <div className={styles.panel} ref={panel}>
      <RestrictedNote action="upload" />
      <div className={styles.top}>
        <div>
          <p className={styles.hint}>{t('hint')}</p>
          <p className={styles.limits}>
            {t('limits', { megabytes: PHOTO_BYTES_MAX / MEGABYTE, photos: PHOTOS_PER_MEMBER })}
          </p>
        </div>
        <Button icon={Upload} onClick={() => choose('PUBLIC')}>
          {t('upload')}
        </Button>
        {input}
      </div>
      <div className={styles.albums}>
        {ALBUMS.map((name) => (
          <AlbumColumn
            key={name}
            album={name}
            photos={dragged?.arranged ?? photos}
            onAdd={() => choose(name)}
            tiles={{
              active,
              dragged: dragged?.photo.id ?? null,
              endsDrag,
              onGrab: start,
              onTouch: setActive,
              onOpen: setViewedId,
              onMove: move,
              onRotate: (photo) => void rotatePhoto(photo),
              onRemove: setPhotoToDelete,
            }}
          />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <Grants />
      {dragged && <DraggedPhoto {...dragged} />}
      <OwnViewer photos={photos} shownId={viewedId} onShow={setViewedId} onRemove={setPhotoToDelete} />
      <DeleteDialog photo={photoToDelete} onClose={() => setPhotoToDelete(null)} />
    </div>
  )
}
