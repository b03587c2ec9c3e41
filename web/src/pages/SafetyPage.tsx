import { useSearchParams } from 'react-router-dom'
import { OwnDecisions } from '../decisions/OwnDecisions.tsx'
import { decisionTexts } from '../decisions/texts.ts'
import { leaveGuarded } from '../lib/forms/use-leave-guard.ts'
import { useIsTeam } from '../lib/http/session.ts'
import { settingsUrl } from '../lib/navigation/settings-url.ts'
import { DECISIONS } from '../lib/reporting/decision-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { OwnReports } from '../reports/OwnReports.tsx'
import styles from '../reports/own-reports.module.css'
import { ownReportTexts } from '../reports/own-texts.ts'
import { PastContacts } from '../reports/PastContacts.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { Tabs } from '../ui/layout/Tabs.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

const TABS = ['reports', 'decisions', 'past'] as const
type Tab = (typeof TABS)[number]

const SETTINGS = settingsUrl('safety')

function SafetyTabs() {
  const t = useTexts(ownReportTexts)
  const tDecision = useTexts(decisionTexts)
  const [params, setParams] = useSearchParams()
  const selected = TABS.find((tab) => tab === params.get('tab')) ?? 'reports'
  const opened = selected === 'decisions' ? params.get('decision') : null
  const about = selected === 'decisions' ? params.get('about') : null
  return (
    <>
      <PageTop title={t('page')} back={opened || about ? DECISIONS : SETTINGS} />
      <Tabs<Tab>
        label={t('tabs')}
        className={styles.page}
        selected={selected}
        onSelect={(tab) => leaveGuarded(() => setParams(tab === 'reports' ? {} : { tab }, { replace: true }))}
        tabs={[
          { id: 'reports', label: t('title'), panel: <OwnReports /> },
          {
            id: 'decisions',
            label: tDecision('listTitle'),
            panel: (
              <OwnDecisions
                opened={opened}
                about={about}
                onOpen={(decision) => setParams({ tab: 'decisions', decision })}
              />
            ),
          },
          { id: 'past', label: t('past'), panel: <PastContacts /> },
        ]}
      />
    </>
  )
}

/**
 * Shows the member's own reports, the decisions about the member, and the chats that have vanished. The team, which
 * files no reports, sees the not-found page.
 */
export const SafetyPage = () => (useIsTeam() ? <NotFoundPage /> : <SafetyTabs />)
