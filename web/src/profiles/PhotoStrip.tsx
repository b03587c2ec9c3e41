import type { MemberResponse } from '@app/contract/members/members'
import { Lock } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { profileUrl } from '../lib/navigation/profile-url.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Photo } from '../ui/photos/Photo.tsx'
import styles from './profile.module.css'
import { profileTexts } from './texts.ts'

const STRIP_PHOTOS_MAX = 4

/** Shows the first photos, and the number of photos in a private album that the viewer may not see. */
export function PhotoStrip({ member: { profile, photos, between } }: { member: MemberResponse }) {
  const t = useTexts(profileTexts)
  const { state } = useLocation()
  const readyPhotos = photos.filter(({ status }) => status === 'READY')
  const hiddenCount = between && !between.theyGranted ? between.privatePhotos : 0
  if (readyPhotos.length === 0 && hiddenCount === 0) return null
  const allPhotosPath = `${profileUrl(profile.userName)}&tab=photo`
  return (
    <section aria-labelledby="photo-strip">
      <div className={styles.stripHeader}>
        <h3 id="photo-strip">{t('photos')}</h3>
        {readyPhotos.length > 0 && (
          <Link className="text-link" to={allPhotosPath} state={state} replace>
            {t('allPhotos', { count: readyPhotos.length })}
          </Link>
        )}
      </div>
      <ul className={styles.strip}>
        {readyPhotos.slice(0, STRIP_PHOTOS_MAX).map((photo, index) => (
          <li key={photo.id} className={styles.stripTile}>
            <Photo photo={photo} alt={t('photoOf', { name: profile.userName, position: index + 1 })} sizes="160px" />
          </li>
        ))}
        {hiddenCount > 0 && (
          <li className={styles.hiddenTile}>
            <Lock size="1.25rem" strokeWidth={1.75} aria-hidden />
            <span>{t('hiddenAlbum')}</span>
            <span>{t('hiddenCount', { count: hiddenCount })}</span>
          </li>
        )}
      </ul>
    </section>
  )
}
