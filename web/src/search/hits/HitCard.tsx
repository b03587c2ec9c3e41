import { PROFILE_EXCERPT_LENGTH } from '@app/contract/limits'
import type { SearchHit } from '@app/contract/members/profiles'
import { Megaphone } from 'lucide-react'
import { memo } from 'react'
import { rememberOpenedPhoto } from '../../lib/photos/opened-photo.ts'
import { toListPreview } from '../../lib/text/strip-markdown.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useRelativeTime } from '../../lib/text/times.ts'
import { joinFacts } from '../../ui/facts.ts'
import { NoteMark } from '../../ui/marks/NoteMark.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { usePersonsInList } from '../../ui/persons-in-list.ts'
import { Landscape } from '../../ui/photos/Landscape.tsx'
import { Photo } from '../../ui/photos/Photo.tsx'
import { SharedPhoto } from '../../ui/photos/SharedPhoto.tsx'
import { searchTexts } from '../texts.ts'
import styles from './hit-card.module.css'

const CITIES_SHOWN = 2

/** Puts the excerpt on one line. */
const previewOf = (text: string): string => toListPreview(text, PROFILE_EXCERPT_LENGTH).replace(/\s+/g, ' ')

function useCities(): (cities: readonly string[]) => string {
  const t = useTexts(searchTexts)
  return (cities) => {
    const shownCities = cities.slice(0, CITIES_SHOWN).join(', ')
    const count = cities.length - CITIES_SHOWN
    return count > 0 ? t('moreCities', { cities: shownCities, count }) : shownCities
  }
}

/** Joins cities and time, with the time and the dot before it unbroken. */
const withTime = (cities: string, time: string | null): string =>
  joinFacts(cities, time?.replaceAll(' ', '\u00A0')).replace('· ', '·\u00A0')

/** Shows a search hit. The whole card is one link. */
export const HitCard = memo(function HitCard({ hit, online }: { hit: SearchHit; online: boolean }) {
  const t = useTexts(searchTexts)
  const persons = usePersonsInList()
  const cities = useCities()
  const relative = useRelativeTime()
  const { userName, profilePhotoUrl, lastActive, text } = hit
  return (
    <ProfileLink
      name={userName}
      className={styles.card}
      onClick={() => rememberOpenedPhoto({ userName, url: profilePhotoUrl })}
    >
      <SharedPhoto userName={userName}>
        <span className={styles.photo}>
          {profilePhotoUrl ? <Photo photo={profilePhotoUrl} alt="" /> : <Landscape name={userName} />}
          {(online || hit.hasAd) && (
            <span className={styles.labels}>
              {online && <span className={styles.online}>{t('online')}</span>}
              {hit.hasAd && (
                <span className={styles.label} title={hit.title ?? undefined}>
                  <Megaphone className={styles.adIcon} size="1rem" strokeWidth={1.75} aria-hidden />
                  <span className={styles.adText}>{t('hasAd')}</span>
                </span>
              )}
            </span>
          )}
        </span>
      </SharedPhoto>
      <span className={styles.name}>
        <span>{userName}</span>
        {hit.badges.includes('VERIFIED') && <VerifiedMark />}
        {hit.hasNotes && <NoteMark />}
      </span>
      <span className={styles.facts}>{persons(hit.persons)}</span>
      <span className={styles.facts}>
        {withTime(cities(hit.cities), !online && lastActive ? relative(lastActive) : null)}
      </span>
      {text !== '' && (
        <span className={styles.text} dir="auto">
          {previewOf(text)}
        </span>
      )}
    </ProfileLink>
  )
})
