import type { MailPreferences } from '@app/contract/members/members'
import { CircleUserRound } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { lazy } from '../../lib/device/chunks.ts'
import { useIsTeam, useSession } from '../../lib/http/session.ts'
import { profileUrl } from '../../lib/navigation/profile-url.ts'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { LeaveGuard } from '../../profiles/LeaveGuard.tsx'
import { loadOwnProfile, setMailPreference, useOwnProfile } from '../../profiles/store.ts'
import { UnsavedMark } from '../../profiles/UnsavedMark.tsx'
import { SettingsTab } from '../../settings/SettingsTab.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Skeleton } from '../../ui/feedback/Loading.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageTop } from '../../ui/layout/PageTop.tsx'
import { requestLogOut } from '../log-out.ts'
import { NotFoundPage } from '../NotFoundPage.tsx'
import { RemovedContent } from '../RemovedContent.tsx'
import styles from './my-profile.module.css'
import { type ProfileTab, ProfileTabs, useSelectedTab } from './ProfileTabs.tsx'
import { pageTexts } from './texts.ts'

const OwnProfilePanel = lazy(async () => ({ default: (await import('./OwnProfilePanel.tsx')).OwnProfilePanel }))

const OwnPhotos = lazy(async () => ({ default: (await import('../../photos/OwnPhotos.tsx')).OwnPhotos }))

const OwnVisitors = lazy(async () => ({ default: (await import('../../visits/VisitorsPanel.tsx')).OwnVisitors }))
const OwnVerification = lazy(async () => ({
  default: (await import('../../verifications/OwnVerification.tsx')).OwnVerification,
}))

const PasskeyCards = lazy(async () => ({
  default: (await import('../../passkeys/PasskeyCards.tsx')).PasskeyCards,
}))

const OwnContactCard = lazy(async () => ({ default: (await import('./OwnContactCard.tsx')).OwnContactCard }))

const NotificationsCard = lazy(async () => ({
  default: (await import('../../notifications/NotificationsCard.tsx')).NotificationsCard,
}))

const QuietHoursCard = lazy(async () => ({
  default: (await import('../../notifications/QuietHoursCard.tsx')).QuietHoursCard,
}))

const AgeCard = lazy(async () => ({ default: (await import('../../age/AgeCard.tsx')).AgeCard }))

const SavedSearchesCard = lazy(async () => ({
  default: (await import('../../search/saved/SavedSearchesCard.tsx')).SavedSearchesCard,
}))

const OwnBlocks = lazy(async () => ({ default: (await import('../blocks/OwnBlocks.tsx')).OwnBlocks }))

const cardFallback = (
  <Card>
    <Skeleton height="11.25rem" radius="0.75rem" />
  </Card>
)

function Settings() {
  const isTeam = useIsTeam()
  const hasNotifications = useAppConfig(({ pushKey }) => Boolean(pushKey)) && !isTeam
  const hasAgeCheck = useAppConfig(({ ageAssurance }) => Boolean(ageAssurance)) && !isTeam
  const ownProfile = useOwnProfile()
  const emailPreferences = {
    preferences: ownProfile.data?.mailPreferences,
    failed: ownProfile.state === 'failed',
    retry: () => void loadOwnProfile(),
    onChange: (name: keyof MailPreferences, isOn: boolean) => void setMailPreference(name, isOn),
  }
  return (
    <SettingsTab
      emailPreferences={emailPreferences}
      passkeys={
        <Suspense fallback={cardFallback}>
          <PasskeyCards />
        </Suspense>
      }
      searches={
        <Suspense fallback={cardFallback}>
          <SavedSearchesCard />
        </Suspense>
      }
      contact={
        !isTeam && (
          <Suspense fallback={cardFallback}>
            <OwnContactCard />
          </Suspense>
        )
      }
      blocked={
        !isTeam && (
          <Suspense fallback={cardFallback}>
            <OwnBlocks />
          </Suspense>
        )
      }
      notifications={
        hasNotifications && (
          <Suspense fallback={cardFallback}>
            <NotificationsCard />
          </Suspense>
        )
      }
      quietHours={
        hasNotifications && (
          <Suspense fallback={cardFallback}>
            <QuietHoursCard />
          </Suspense>
        )
      }
      age={
        hasAgeCheck && (
          <Suspense fallback={cardFallback}>
            <AgeCard />
          </Suspense>
        )
      }
      requestLogOut={requestLogOut}
    />
  )
}

/** The tabs of the member's own profile, in order. */
const TABS: readonly ProfileTab<object>[] = [
  { id: 'profile', Panel: OwnProfilePanel, Mark: UnsavedMark },
  { id: 'photo', Panel: OwnPhotos },
  { id: 'settings', Panel: Settings },
  { id: 'visitors', Panel: OwnVisitors },
  { id: 'verification', Panel: OwnVerification },
]

export function MyProfilePage() {
  const t = useTexts(pageTexts)
  const session = useSession()
  const selected = useSelectedTab(TABS)
  if (!selected) return <NotFoundPage />
  const couple = session?.couple
  return (
    <>
      <PageTop title={couple ? t('ourProfile') : t('myProfile')} />
      <div className={styles.page}>
        <Banner
          tone="profile"
          icon={CircleUserRound}
          end={
            <Link className="text-link" to={profileUrl(session?.userName ?? '')}>
              {t('asVisitor')}
            </Link>
          }
        >
          <strong>{couple ? t('ownProfileOfTwo') : t('ownProfile')}</strong>{' '}
          {selected.id !== 'settings' && (
            <span className={styles.more}>{couple ? t('ownProfileOfTwoMore') : t('ownProfileMore')}</span>
          )}
        </Banner>
        <RemovedContent kinds={['PROFILE', 'PHOTO']} />
        <ProfileTabs tabs={TABS} selected={selected} panelProps={{}} />
      </div>
      <LeaveGuard />
    </>
  )
}
