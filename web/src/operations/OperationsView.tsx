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
import { loadFigures, useOperations } from './store.ts'
import { Tiles } from './Tiles.tsx'
import { operationsTexts } from './texts.ts'

type Props = { range: OperationsRange; onRange: (range: OperationsRange) => void }

/**
 * Shows the state of the installation. During a refresh the previous figures stay, marked as old if the refresh fails.
 */
export function OperationsView({ range, onRange }: Props) {
  const t = useTexts(operationsTexts)
  const { figures, failedJobs } = useOperations()
  const online = useConnectivity((state) => state.online)
  const retry = useCallback(() => void loadFigures(range), [range])
  if (!figures.data && figures.state === 'failed')
    return <Failed title={t('failed')} error={figures.error} retry={retry} />
  if (!figures.data) return <OperationsSkeleton />
  const { operations } = figures.data
  return (
    <>
      {operations.minute === null ? (
        <EmptyState title={t('nothingYet')}>{t('nothingYetText')}</EmptyState>
      ) : (
        <>
          <StatusSummary operations={operations} old={!online || figures.state === 'failed'} />
          <Tiles operations={operations} />
          <History chosen={range} range={figures.data.range} history={operations.history} onChoose={onRange} />
        </>
      )}
      <QueuesCard queues={operations.queues} />
      <FailedJobsCard queues={operations.queues} failedJobs={failedJobs} />
    </>
  )
}
