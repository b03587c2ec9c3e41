import { useIsTeam } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/layout/Card.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './texts.ts'

/** Links to the member's reports, to the decisions about the member, and to past contacts. The team files no reports. */
export function ReportsCard() {
  const t = useTexts(settingsTexts)
  if (useIsTeam()) return null
  return (
    <Card title={t('reports')}>
      <p className={styles.lead}>{t('reportsLead')}</p>
      <div className={styles.actions}>
        <ButtonLink to="/safety" variant="outlined">
          {t('reportsMine')}
        </ButtonLink>
        <ButtonLink to="/safety?tab=decisions" variant="outlined">
          {t('reportsDecisions')}
        </ButtonLink>
        <ButtonLink to="/safety?tab=past" variant="outlined">
          {t('reportsPast')}
        </ButtonLink>
      </div>
    </Card>
  )
}
