import type { Ad } from '@app/contract/ads'
import { useTexts } from '../lib/text/texts.ts'
import { useFullTime, useRelativeTime } from '../lib/text/times.ts'
import { shapeOf, usePersons } from '../ui/facts.ts'
import { Chip } from '../ui/marks/Chip.tsx'
import { ProfileLink } from '../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../ui/marks/VerifiedMark.tsx'
import { personsFromType } from '../ui/persons-from-type.ts'
import { Avatar } from '../ui/photos/Avatar.tsx'
import styles from './ads.module.css'
import { adsTexts } from './texts.ts'

/** Shows an ad's author and publication time. The team has no profile to link to. */
export function AdHeader({ ad }: { ad: Ad }) {
  const t = useTexts(adsTexts)
  const formatPersons = usePersons()
  const formatRelative = useRelativeTime()
  const formatFull = useFullTime()
  const persons = personsFromType(ad)
  const isTeam = persons.length === 0
  return (
    <div className={styles.header}>
      <Avatar name={ad.userName} shape={shapeOf(persons)} photoUrl={ad.profilePhotoUrl} size={40} />
      <div className={styles.author}>
        <p className={styles.nameLine}>
          {isTeam ? (
            <span className={styles.name}>{ad.userName}</span>
          ) : (
            <ProfileLink name={ad.userName} className={styles.name}>
              {ad.userName}
            </ProfileLink>
          )}
          {ad.badges.includes('VERIFIED') && <VerifiedMark />}
          {ad.mine && (
            <Chip tone="private" small>
              {t('yours')}
            </Chip>
          )}
        </p>
        {!isTeam && <p className={styles.facts}>{formatPersons(persons)}</p>}
      </div>
      <time className={styles.time} dateTime={ad.published} title={formatFull(ad.published)}>
        {formatRelative(ad.published)}
      </time>
    </div>
  )
}
