import { useEffect } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { useUnsentReports } from './filing.ts'
import styles from './own-reports.module.css'
import { ownReportTexts } from './own-texts.ts'
import { ReportRow } from './ReportRow.tsx'
import { loadReports, useReports } from './store.ts'
import { UnsentRow } from './UnsentRow.tsx'

const load = () => void loadReports()

/** Lists the reports that the server has stored. */
function StoredReports({ hasUnsent }: { hasUnsent: boolean }) {
  const t = useTexts(ownReportTexts)
  const own = useReports((state) => state.own)
  useEffect(load, [])
  if (own.data) {
    const { reports, deferred } = own.data
    if (reports.length === 0 && !hasUnsent) return <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
    return (
      <>
        {deferred && <p className={styles.deferred}>{t('deferred')}</p>}
        <ul className={styles.list}>
          {reports.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      </>
    )
  }
  return own.state === 'failed' ? (
    <Failed title={t('loadFailed')} error={own.error} retry={load} />
  ) : (
    <Loading text={t('loading')}>
      <div className={styles.list}>
        <Skeleton height="7rem" radius="var(--radius-card)" />
        <Skeleton height="7rem" radius="var(--radius-card)" />
      </div>
    </Loading>
  )
}

/** Lists the member's reports: those that wait on this device, then the others, newest first. */
export function OwnReports() {
  const t = useTexts(ownReportTexts)
  const unsent = useUnsentReports()
  return (
    <div className={styles.panel}>
      <p className={styles.lead}>{t('lead')}</p>
      {unsent.length > 0 && (
        <ul className={styles.list}>
          {unsent.map((report) => (
            <UnsentRow key={report.item.clientId} {...report} />
          ))}
        </ul>
      )}
      <StoredReports hasUnsent={unsent.length > 0} />
    </div>
  )
}
