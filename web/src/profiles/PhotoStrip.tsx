import type { MemberResponse } from '@app/contract/members/members'
import { Lock } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { profileAddress } from '../lib/navigation/profile-address.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Photo } from '../ui/photos/Photo.tsx'
import styles from './profile.module.css'
import { profileTexts } from './texts.ts'

const SHOWN_MAX = 4

/** Shows the first photos, and how many more the private album has. */
export function PhotoStrip({ member: { profile, photos, between } }: { member: MemberResponse }) {
  const t = useTexts(profileTexts)
  const { state } = useLocation()
  const ready = photos.filter(({ status }) => status === 'READY')
  const closed = between && !between.theyGranted ? between.privatePhotos : 0
  if (ready.length === 0 && closed === 0) return null
  const all = `${profileAddress(profile.userName)}&tab=photo`
  return (
    <section aria-labelledby="photo-strip">
      <div className={styles.stripHead}>
        <h3 id="photo-strip">{t('photos')}</h3>
        {ready.length > 0 && (
          <Link className="text-link" to={all} state={state} replace>
            {t('allPhotos', { count: ready.length })}
          </Link>
        )}
      </div>
      <ul className={styles.strip}>
        {ready.slice(0, SHOWN_MAX).map((photo, index) => (
          <li key={photo.id} className={styles.stripTile}>
            <Photo photo={photo} alt={t('photoOf', { name: profile.userName, place: index + 1 })} sizes="160px" />
          </li>
        ))}
        {closed > 0 && (
          <li className={styles.closedTile}>
            <Lock size="1.25rem" strokeWidth={1.75} aria-hidden />
            <span>{t('closedAlbum')}</span>
            <span>{t('closedCount', { count: closed })}</span>
          </li>
        )}
      </ul>
    </section>
  )
}
