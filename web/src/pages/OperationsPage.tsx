import { useSearchParams } from 'react-router-dom'
import { useHasDuty } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { paramsFor, parseRange } from '../operations/charts/ranges.ts'
import { OperationsView } from '../operations/OperationsView.tsx'
import styles from '../operations/operations.module.css'
import { operationsTexts } from '../operations/texts.ts'
import { useAutoRefresh } from '../operations/use-auto-refresh.ts'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

function OperationsForTeam() {
  const t = useTexts(operationsTexts)
  const [params, setParams] = useSearchParams()
  const range = parseRange(params)
  useAutoRefresh(range)
  return (
    <>
      <PageTop title={t('page')} />
      <div className={styles.page}>
        <OperationsView range={range} onRange={(chosen) => setParams(paramsFor(chosen), { replace: true })} />
      </div>
    </>
  )
}

/** Shows the state of the installation to admins with the duty OPERATE, and the not-found page to all others. */
export const OperationsPage = () => (useHasDuty('OPERATE') ? <OperationsForTeam /> : <NotFoundPage />)
