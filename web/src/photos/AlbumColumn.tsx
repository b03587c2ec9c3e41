import type { Album, Photo } from '@app/contract/photos'
import { ImagePlus, ShieldCheck } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import { Chip } from '../ui/marks/Chip.tsx'
import { ALBUM_ICONS, ALBUM_TONES } from './album-icons.ts'
import { photosIn, profilePhotoOf } from './albums.ts'
import styles from './own-photos.module.css'
import { Tile, type TileContext } from './Tile.tsx'
import { photosTexts } from './texts.ts'
import { UploadTile } from './UploadTile.tsx'
import { addFiles, useUploads } from './uploads.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

type Props = { album: Album; photos: readonly Photo[]; tiles: TileContext; onAdd: () => void }

/**
 * Shows one album: its audience, its photos in order, and its uploads. Accepts dropped files. The public album has a
 * button to add photos only while it is empty, since the button of the page adds to it.
 */
export function AlbumColumn({ album, photos, tiles, onAdd }: Props) {
  const t = useTexts(photosTexts)
  const id = useId()
  const couple = useSession()?.couple
  const [isDragOver, setDragOver] = useState(false)
  const allUploads = useUploads((state) => state.uploads)
  const albumPhotos = photosIn(photos, album)
  const uploads = allUploads.filter((upload) => upload.album === album)
  const count = albumPhotos.length + uploads.filter(({ state }) => state !== 'failed').length
  const audience = couple && album === 'PRIVATE' ? t('audienceOfTwo') : t(`audience.${album}`)
  const onDrop = (event: DragEvent) => {
    setDragOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    addFiles([...event.dataTransfer.files], album)
  }
  return (
    <section
      className={classes(styles.album, isDragOver && styles.over)}
      aria-labelledby={id}
      data-album={album}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.albumHead}>
        <h2 className={styles.albumName} id={id}>
          <Chip tone={ALBUM_TONES[album]} icon={ALBUM_ICONS[album]}>
            {t(`album.${album}`)}
          </Chip>
        </h2>
        <span className={styles.count}>{t('count', { count })}</span>
      </div>
      <p className={styles.audience}>{audience}</p>
      <ul className={styles.tiles}>
        {albumPhotos.map((photo, index) => (
          <Tile
            key={photo.id}
            photo={photo}
            isLast={index === albumPhotos.length - 1}
            isProfilePhoto={profilePhotoOf(photos) === photo}
            context={tiles}
          />
        ))}
        {uploads.map((upload) => (
          <UploadTile key={upload.clientId} upload={upload} />
        ))}
        {album === 'VERIFIED' && (
          <li>
            <Link to="/myprofile?tab=verification" className={styles.dashed}>
              <ShieldCheck size="1.25rem" strokeWidth={1.75} aria-hidden />
              {t('askVerification')}
            </Link>
          </li>
        )}
        {(album !== 'PUBLIC' || count === 0) && (
          <li>
            <button
              type="button"
              className={styles.dashed}
              aria-label={t('addTo', { album: t(`album.${album}`) })}
              onClick={onAdd}
            >
              <ImagePlus size="1.25rem" strokeWidth={1.75} aria-hidden />
              {t('add')}
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}
