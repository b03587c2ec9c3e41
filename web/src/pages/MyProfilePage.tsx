import { CircleUserRound } from 'lucide-react'
import { logOut } from '../accounts/api.ts'
import { useSession } from '../lib/session.ts'
import { useTexts } from '../lib/texts.ts'
import { SettingsTab } from '../settings/SettingsTab.tsx'
import { Banner } from '../ui/Banner.tsx'
import { PageTop } from '../ui/PageTop.tsx'
import styles from './my-profile.module.css'
import { NotFoundPage } from './NotFoundPage.tsx'
import { ProfileTabs, type TabRow, useSelectedTab } from './ProfileTabs.tsx'
import { pageTexts } from './texts.ts'

const Settings = () => <SettingsTab onLogOut={() => void logOut()} />

/** The parts of one's own profile in their order: profile, photo, settings, visitors, verification. A row for each. */
const TABS: readonly TabRow<object>[] = [{ id: 'settings', Panel: Settings }]

export function MyProfilePage() {
  const t = useTexts(pageTexts)
  const couple = useSession()?.couple
  const selected = useSelectedTab(TABS)
  if (!selected) return <NotFoundPage />
  return (
    <>
      <PageTop title={couple ? t('ourProfile') : t('myProfile')} />
      <div className={styles.page}>
        <Banner tone="own" icon={CircleUserRound}>
          <strong>{couple ? t('ownProfileOfTwo') : t('ownProfile')}</strong>
        </Banner>
        <ProfileTabs rows={TABS} selected={selected} panelProps={{}} />
      </div>
    </>
  )
}
