import type { Photo as PhotoOfAlbum } from '@app/contract/photos'
import { Photo } from '../ui/photos/Photo.tsx'
import { usePhotos } from './store.ts'
import styles from './tile.module.css'

/** Shows the dragged photo at the pointer. */
export function DraggedPhoto({ photo, x, y }: { photo: PhotoOfAlbum; x: number; y: number }) {
  const preview = usePhotos(({ previews }) => previews.get(photo.id))
  return (
    <div className={styles.ghost} style={{ translate: `${x}px ${y}px` }} aria-hidden>
      <Photo photo={photo} alt="" sizes="160px" preview={preview} eager />
    </div>
  )
}
