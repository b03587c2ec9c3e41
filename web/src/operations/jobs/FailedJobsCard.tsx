import { FAILED_JOBS_LIST_MAX } from '@app/contract/limits'
import type { FailedJob, FailedJobs, QueueSnapshot } from '@app/contract/operations'
import { useRef } from 'react'
import type { Loadable } from '../../lib/http/loadable.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { loadFailedJobs } from '../store.ts'
import { operationsTexts } from '../texts.ts'
import { useFormatMetric } from '../units.ts'
import { FailedJobRow } from './FailedJobRow.tsx'
import { FAILED_JOBS_HEADING_ID } from './focus-failed-jobs.ts'
import styles from './jobs.module.css'
import { RetryQueue } from './RetryQueue.tsx'
import { useFocusRestore } from './use-focus-restore.ts'

const retry = () => void loadFailedJobs()

function QueueFailures({ queue: { queue, failed }, jobs }: { queue: QueueSnapshot; jobs: FailedJob[] }) {
  const t = useTexts(operationsTexts)
  const formatMetric = useFormatMetric()
  return (
    <section className={styles.ofQueue} aria-label={t(`queue.${queue}`)}>
      <div className={styles.queueHead}>
        <h3>{t(`queue.${queue}`)}</h3>
        <RetryQueue queue={queue} />
      </div>
      {jobs.length >= FAILED_JOBS_LIST_MAX && failed > jobs.length && (
        <p className={styles.some}>
          {t('jobs.newestShown', { count: formatMetric(jobs.length), total: formatMetric(failed) })}
        </p>
      )}
      <ul>
        {jobs.map((job) => (
          <FailedJobRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  )
}

type ListProps = { queues: readonly QueueSnapshot[]; jobs: readonly FailedJob[]; isStale: boolean }

/** Groups failed jobs by queue, because a failure usually affects a whole queue. */
function List({ queues, jobs, isStale }: ListProps) {
  const t = useTexts(operationsTexts)
  const box = useRef<HTMLDivElement>(null)
  const failingQueues = queues.filter(({ failed }) => failed > 0)
  return (
    <div ref={box} {...useFocusRestore(box)}>
      <p className={styles.lead}>{t(isStale ? 'jobs.stale' : failingQueues.length > 0 ? 'jobs.intro' : 'jobs.none')}</p>
      {failingQueues.map((queue) => (
        <QueueFailures key={queue.queue} queue={queue} jobs={jobs.filter((job) => job.queue === queue.queue)} />
      ))}
    </div>
  )
}

type Props = { queues: readonly QueueSnapshot[] | null; failedJobs: Loadable<FailedJobs> }

/** Lists failed jobs, which the team can retry. They are stored in Redis, which may be unavailable. */
export function FailedJobsCard({ queues, failedJobs }: Props) {
  const t = useTexts(operationsTexts)
  return (
    <Card
      title={
        <span id={FAILED_JOBS_HEADING_ID} tabIndex={-1}>
          {t('jobs.title')}
        </span>
      }
    >
      {queues === null ? (
        <p className={styles.lead}>{t('queues.redisUnavailable')}</p>
      ) : failedJobs.data ? (
        <List queues={queues} jobs={failedJobs.data.jobs} isStale={failedJobs.state === 'failed'} />
      ) : failedJobs.state === 'failed' ? (
        <Failed title={t('jobs.failed')} error={failedJobs.error} retry={retry} />
      ) : (
        <Loading text={t('jobs.loading')}>
          <div className={styles.skeleton}>
            <Skeleton width="60%" />
            <Skeleton height="4.5rem" radius="var(--radius-row)" />
          </div>
        </Loading>
      )}
    </Card>
  )
}
