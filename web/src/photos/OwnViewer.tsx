import type { Photo } from '@app/contract/photos'
import { RotateCw, Trash } from 'lucide-react'
import { useTexts } from '../lib/text/texts.ts'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { PhotoViewer } from '../ui/photos/PhotoViewer.tsx'
import { rotatePhoto } from './actions.ts'
import { sortPhotos } from './albums.ts'
import { usePhotos } from './store.ts'
import { photosTexts } from './texts.ts'

type Props = {
  photos: readonly Photo[]
  shownId: string | null
  onShow: (id: string | null) => void
  onRemove: (photo: Photo) => void
}

/** Shows the member's own photos full screen, one at a time, with their actions. */
export function OwnViewer({ photos, shownId, onShow, onRemove }: Props) {
  const t = useTexts(photosTexts)
  const previews = usePhotos((state) => state.previews)
  const nameOf = ({ ordinal, album }: Photo) => t('nameOf', { position: ordinal + 1, album: t(`album.${album}`) })
  const photo = photos.find(({ id }) => id === shownId)
  return (
    <PhotoViewer
      photos={sortPhotos(photos).map((ownPhoto) => ({
        key: ownPhoto.id,
        photo: ownPhoto,
        alt: nameOf(ownPhoto),
        preview: previews.get(ownPhoto.id) ?? null,
      }))}
      shownKey={shownId}
      onShow={onShow}
      onClose={() => onShow(null)}
      tools={
        photo && (
          <>
            <IconButton
              icon={RotateCw}
              label={t('turn', { photo: nameOf(photo) })}
              disabled={photo.status === 'FAILED'}
              onClick={() => void rotatePhoto(photo)}
            />
            <IconButton icon={Trash} label={t('remove', { photo: nameOf(photo) })} onClick={() => onRemove(photo)} />
          </>
        )
      }
    />
  )
}
