import type { MailPreferences } from '@app/contract/members/members'
import { CircleUserRound } from 'lucide-react'
import { lazy } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '../../lib/http/session.ts'
import { profileAddress } from '../../lib/navigation/profile-address.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { LeaveGuard } from '../../profiles/LeaveGuard.tsx'
import { loadOwn, setMailPreference, useOwn } from '../../profiles/store.ts'
import { UnsavedMark } from '../../profiles/UnsavedMark.tsx'
import { SettingsTab } from '../../settings/SettingsTab.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { PageTop } from '../../ui/layout/PageTop.tsx'
import { requestLogOut } from '../log-out.ts'
import { NotFoundPage } from '../NotFoundPage.tsx'
import styles from './my-profile.module.css'
import { ProfileTabs, type TabRow, useSelectedTab } from './ProfileTabs.tsx'
import { pageTexts } from './texts.ts'

const OwnProfileTab = lazy(async () => ({ default: (await import('../../profiles/OwnProfileTab.tsx')).OwnProfileTab }))

const OwnPhotos = lazy(async () => ({ default: (await import('../../photos/OwnPhotos.tsx')).OwnPhotos }))

const OwnVisitors = lazy(async () => ({ default: (await import('../../visits/VisitorsPanel.tsx')).OwnVisitors }))
const OwnVerification = lazy(async () => ({
  default: (await import('../../verifications/OwnVerification.tsx')).OwnVerification,
}))

function Settings() {
  const own = useOwn()
  const mails = {
    preferences: own.data?.mailPreferences,
    failed: own.state === 'failed',
    retry: () => void loadOwn(),
    onChange: (name: keyof MailPreferences, on: boolean) => void setMailPreference(name, on),
  }
  return <SettingsTab mails={mails} requestLogOut={requestLogOut} />
}

/** The tabs of the member's own profile in order: profile, photos, settings, visitors, verification. */
const TABS: readonly TabRow<object>[] = [
  { id: 'profile', Panel: OwnProfileTab, Mark: UnsavedMark },
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
          tone="own"
          icon={CircleUserRound}
          end={
            <Link className="text-link" to={profileAddress(session?.userName ?? '')}>
              {t('asVisitor')}
            </Link>
          }
        >
          <strong>{couple ? t('ownProfileOfTwo') : t('ownProfile')}</strong>{' '}
          <span className={styles.more}>{couple ? t('ownProfileOfTwoMore') : t('ownProfileMore')}</span>
        </Banner>
        <ProfileTabs rows={TABS} selected={selected} panelProps={{}} />
      </div>
      <LeaveGuard />
    </>
  )
}
