import type { MemberResponse, Profile } from '@app/contract/members/members'
import { BadgeCheck, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { profileUrl } from '../lib/navigation/profile-url.ts'
import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { joinFacts, useLastActive, usePersons } from '../ui/facts.ts'
import { Chip } from '../ui/marks/Chip.tsx'
import { Landscape } from '../ui/photos/Landscape.tsx'
import { Photo } from '../ui/photos/Photo.tsx'
import type { ShownPhoto } from '../ui/photos/photo-source.ts'
import { SharedPhoto } from '../ui/photos/SharedPhoto.tsx'
import styles from './profile.module.css'
import { profileTexts } from './texts.ts'

type PortraitProps = { userName: string; photo: ShownPhoto | null }

/** Shows the profile photo large; without one, the member's generated landscape. */
const Portrait = ({ userName, photo }: PortraitProps) => (
  <SharedPhoto userName={userName}>
    <div className={styles.portrait}>
      {photo ? (
        <Photo photo={photo} alt={userName} sizes="(max-width: 600px) 100vw, 300px" eager />
      ) : (
        <Landscape name={userName} />
      )}
    </div>
  </SharedPhoto>
)

/** Returns a member's profile photo: the first ready one of the public album, else the URL in the profile. */
export function profilePhotoOf({ profile, photos }: MemberResponse): ShownPhoto | null {
  return photos.find(({ album, status }) => album === 'PUBLIC' && status === 'READY') ?? profile.profilePhotoUrl
}

/** Returns a text such as 'Söker par och kvinnor · Medlemmar sedan mars 2022'. */
function useAboutText({ lookingFor, person2, registered }: Profile): string {
  const t = useTexts(profileTexts)
  const locale = localeOf(useLanguage())
  const lookingForTexts = lookingFor.map((lookingForOption) =>
    t(`looking.${lookingForOption}`).toLocaleLowerCase(locale),
  )
  const date = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(new Date(registered))
  return joinFacts(
    lookingForTexts.length > 0 ? t('seeks', { kinds: new Intl.ListFormat(locale).format(lookingForTexts) }) : null,
    t(person2 ? 'membersSince' : 'memberSince', { date }),
  )
}

/** Shows the team, which has no persons, photo or registration date. */
export function TeamHero({ name }: { name: string }) {
  const t = useTexts(profileTexts)
  return (
    <section className={styles.hero} aria-label={name}>
      <div className={styles.summary}>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.lead}>{t('team')}</p>
      </div>
    </section>
  )
}

type HeroProps = PortraitProps & { children: ReactNode }

/** Shows the member's photo beside the children. */
export const ProfileHero = ({ userName, photo, children }: HeroProps) => (
  <section className={styles.hero} aria-label={userName}>
    <Portrait userName={userName} photo={photo} />
    <div className={styles.summary}>{children}</div>
  </section>
)

type SummaryProps = {
  profile: Profile
  /** Whether the member is online. Only members who chat with the viewer are shown as online. */
  online: boolean
}

/** Shows the member's badge, presence, name, persons, cities, and whom they look for. */
export function ProfileSummary({ profile, online }: SummaryProps) {
  const t = useTexts(profileTexts)
  const { userName, person1, person2, cities, lastActive, badges, verifications } = profile
  const persons = usePersons()(person2 ? [person1, person2] : [person1])
  const lastActiveText = useLastActive()
  const about = useAboutText(profile)
  const { state } = useLocation()
  return (
    <>
      <div className={styles.chips}>
        {badges.includes('VERIFIED') ? (
          <Chip tone="trust" icon={BadgeCheck}>
            {t(person2 ? 'verifiedTwo' : 'verified', { count: verifications })}
          </Chip>
        ) : (
          <Link className="text-link" to={`${profileUrl(userName)}&tab=verification#parts`} state={state} replace>
            {t(person2 ? 'notVerifiedTwo' : 'notVerified')}
          </Link>
        )}
        {online ? (
          <Chip>
            <span className={styles.presence} />
            {t('online')}
          </Chip>
        ) : (
          lastActive && <Chip>{lastActiveText(lastActive)}</Chip>
        )}
      </div>
      <h2 className={styles.name}>{userName}</h2>
      <p className={styles.lead}>{persons}</p>
      {cities.length > 0 && (
        <p className={styles.cities}>
          <MapPin size="1.125rem" strokeWidth={1.75} aria-hidden />
          {cities.join(', ')}
        </p>
      )}
      <p className={styles.about}>{about}</p>
    </>
  )
}
