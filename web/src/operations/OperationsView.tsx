import type { OperationsRange } from '@app/contract/operations'
import { useCallback } from 'react'
import { useConnectivity } from '../lib/device/online.ts'
import { useTexts } from '../lib/text/texts.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { History } from './charts/History.tsx'
import { FailedJobsCard } from './jobs/FailedJobsCard.tsx'
import { QueuesCard } from './jobs/QueuesCard.tsx'
import { OperationsSkeleton } from './OperationsSkeleton.tsx'
import { StatusSummary } from './StatusSummary.tsx'
import { loadMetrics, useOperations } from './store.ts'
import { Tiles } from './Tiles.tsx'
import { operationsTexts } from './texts.ts'

type Props = { range: OperationsRange; onRange: (range: OperationsRange) => void }

/**
 * Shows the state of the installation. During a refresh the previous metrics stay; if it fails, they are marked as
 * stale.
 */
export function OperationsView({ range, onRange }: Props) {
  const t = useTexts(operationsTexts)
  const { metrics, failedJobs } = useOperations()
  const online = useConnectivity((state) => state.online)
  const retry = useCallback(() => void loadMetrics(range), [range])
  if (!metrics.data && metrics.state === 'failed')
    return <Failed title={t('failed')} error={metrics.error} retry={retry} />
  if (!metrics.data) return <OperationsSkeleton />
  const { operations } = metrics.data
  return (
    <>
      {operations.minute === null ? (
        <EmptyState title={t('noMeasurements')}>{t('noMeasurementsText')}</EmptyState>
      ) : (
        <>
          <StatusSummary operations={operations} isStale={!online || metrics.state === 'failed'} />
          <Tiles operations={operations} />
          <History chosen={range} range={metrics.data.range} history={operations.history} onChoose={onRange} />
        </>
      )}
      <QueuesCard queues={operations.queues} />
      <FailedJobsCard queues={operations.queues} failedJobs={failedJobs} />
    </>
  )
}
