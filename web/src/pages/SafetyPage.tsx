import { useSearchParams } from 'react-router-dom'
import { useIsTeam } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { OwnReports } from '../reports/OwnReports.tsx'
import styles from '../reports/own-reports.module.css'
import { ownReportTexts } from '../reports/own-texts.ts'
import { PastContacts } from '../reports/PastContacts.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { Tabs } from '../ui/layout/Tabs.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

const SETTINGS = '/myprofile?tab=settings'

function SafetyTabs() {
  const t = useTexts(ownReportTexts)
  const [params, setParams] = useSearchParams()
  return (
    <>
      <PageTop title={t('page')} back={SETTINGS} />
      <Tabs<'reports' | 'past'>
        label={t('tabs')}
        className={styles.page}
        selected={params.get('tab') === 'past' ? 'past' : 'reports'}
        onSelect={(tab) => setParams(tab === 'past' ? { tab } : {}, { replace: true })}
        tabs={[
          { id: 'reports', label: t('title'), panel: <OwnReports /> },
          { id: 'past', label: t('past'), panel: <PastContacts /> },
        ]}
      />
    </>
  )
}

/** Shows the member's own reports, and the chats that have vanished. The team files no reports. */
export const SafetyPage = () => (useIsTeam() ? <NotFoundPage /> : <SafetyTabs />)
