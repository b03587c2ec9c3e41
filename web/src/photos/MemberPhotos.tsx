import type { Photo as PhotoOfAlbum } from '@app/contract/photos'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useReportActions } from '../lib/reporting/use-report-actions.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import { Photo } from '../ui/photos/Photo.tsx'
import { PhotoViewer } from '../ui/photos/PhotoViewer.tsx'
import { ALBUM_ICONS, ALBUM_TONES } from './album-icons.ts'
import { ALBUMS, photosIn, sortPhotos } from './albums.ts'
import styles from './member-photos.module.css'
import { photosTexts } from './texts.ts'

type Props = {
  name: string
  photos: readonly PhotoOfAlbum[]
  /** Set when members view their own profile: `two` persons for a couple, else `one`. */
  own?: 'one' | 'two' | undefined
}

/** Shows the photos of a member that the viewer may see, album by album. */
export function MemberPhotos({ name, photos, own }: Props) {
  const t = useTexts(photosTexts)
  const [viewedId, setViewedId] = useState<string | null>(null)
  const [report] = useReportActions()({ subject: { kind: 'PHOTO', id: viewedId ?? '' }, name })
  const readyPhotos = sortPhotos(photos.filter(({ status }) => status === 'READY'))
  const nameOf = (photo: PhotoOfAlbum) =>
    t('nameOfTheirs', { position: readyPhotos.indexOf(photo) + 1, count: readyPhotos.length, name })
  if (readyPhotos.length === 0 && own) {
    const action = <ButtonLink to="/myprofile?tab=photo">{t('noneOwnAdd')}</ButtonLink>
    return (
      <EmptyState title={t('none')} action={action}>
        {t(own === 'two' ? 'noneOwnOfTwo' : 'noneOwn')}
      </EmptyState>
    )
  }
  if (readyPhotos.length === 0) return <EmptyState title={t('none')}>{t('noneText', { name })}</EmptyState>
  return (
    <div className={styles.panel}>
      {ALBUMS.filter((album) => photosIn(readyPhotos, album).length > 0).map((album) => (
        <section key={album} aria-label={t(`album.${album}`)}>
          <div className={styles.header}>
            <h2 className={styles.name}>
              <Chip tone={ALBUM_TONES[album]} icon={ALBUM_ICONS[album]}>
                {t(`album.${album}`)}
              </Chip>
            </h2>
            <span className={styles.count}>{t('count', { count: photosIn(readyPhotos, album).length })}</span>
          </div>
          <ul className={styles.tiles}>
            {photosIn(readyPhotos, album).map((photo) => (
              <li key={photo.id} className={styles.tile}>
                <button
                  type="button"
                  className={styles.photo}
                  aria-label={t('open', { photo: nameOf(photo) })}
                  onClick={() => setViewedId(photo.id)}
                >
                  <Photo photo={photo} alt="" sizes="(max-width: 600px) 45vw, 200px" />
                </button>
                {photo.verified && (
                  <span className={styles.label}>
                    <Check size="0.875rem" strokeWidth={2.5} aria-hidden />
                    {t('confirmed')}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <PhotoViewer
        photos={readyPhotos.map((photo) => ({ key: photo.id, photo, alt: nameOf(photo) }))}
        shownKey={viewedId}
        onShow={setViewedId}
        onClose={() => setViewedId(null)}
        tools={!own && report && <IconButton icon={report.icon} label={report.label} onClick={report.run} />}
      />
    </div>
  )
}
