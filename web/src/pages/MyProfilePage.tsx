import { CircleUserRound } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { logOut } from '../accounts/api.ts'
import { useSession } from '../lib/session.ts'
import { useTexts } from '../lib/texts.ts'
import { SettingsTab } from '../settings/SettingsTab.tsx'
import { settingsTexts } from '../settings/texts.ts'
import { Banner } from '../ui/Banner.tsx'
import { PageTop } from '../ui/PageTop.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import styles from './my-profile.module.css'
import { NotFoundPage } from './NotFoundPage.tsx'

const TABS = ['settings'] as const

export function MyProfilePage() {
  const t = useTexts(settingsTexts)
  const couple = useSession()?.couple
  const [query, setQuery] = useSearchParams()
  const wanted = query.get('tab') ?? TABS[0]
  const selected = TABS.find((tab) => tab === wanted)
  if (!selected) return <NotFoundPage />
  return (
    <>
      <PageTop title={couple ? t('ourProfile') : t('myProfile')} />
      <div className={styles.page}>
        <Banner tone="own" icon={CircleUserRound}>
          <strong>{couple ? t('ownProfileOfTwo') : t('ownProfile')}</strong>
        </Banner>
        <Tabs
          label={t('tabs')}
          selected={selected}
          onSelect={(tab) => setQuery({ tab }, { replace: true })}
          className={styles.tabs}
          tabs={[{ id: 'settings', label: t('settings'), panel: <SettingsTab onLogOut={() => void logOut()} /> }]}
        />
      </div>
    </>
  )
}
