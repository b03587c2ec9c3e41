import { type FailedJobs, QueueName } from '@app/contract/operations'
import { useRef } from 'react'
import { isRefusal, wordsOf } from '../lib/api-error.ts'
import type { Loadable } from '../lib/loadable.ts'
import { useTexts } from '../lib/texts.ts'
import { Card } from '../ui/Card.tsx'
import { Failed } from '../ui/Failed.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { FailedJobRow } from './FailedJobRow.tsx'
import { FAILED_JOBS } from './focus-failed-jobs.ts'
import styles from './jobs.module.css'
import { RetryQueue } from './RetryQueue.tsx'
import { loadFailedJobs } from './store.ts'
import { operationsTexts } from './texts.ts'
import { useFigure } from './units.ts'
import { useKeptFocus } from './use-kept-focus.ts'

const retry = () => void loadFailedJobs()

/** Queue by queue, since what goes wrong mostly goes wrong for a whole queue. */
function List({ total, jobs }: FailedJobs) {
  const t = useTexts(operationsTexts)
  const figure = useFigure()
  const box = useRef<HTMLDivElement>(null)
  const queues = QueueName.options.filter((name) => jobs.some(({ queue }) => queue === name))
  return (
    <div ref={box} {...useKeptFocus(box)}>
      <p className={styles.lead}>
        {total === 0 ? t('jobs.none') : t('jobs.lead')}{' '}
        {total > jobs.length && t('jobs.some', { count: figure(jobs.length), total: figure(total) })}
      </p>
      {queues.map((queue) => (
        <section key={queue} className={styles.ofQueue} aria-label={t(`queue.${queue}`)}>
          <div className={styles.queueHead}>
            <h3>{t(`queue.${queue}`)}</h3>
            <RetryQueue queue={queue} />
          </div>
          <ul>
            {jobs
              .filter((job) => job.queue === queue)
              .map((job) => (
                <FailedJobRow key={job.id} job={job} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type Props = { failedJobs: Loadable<FailedJobs>; away: boolean }

/** Jobs that have been given up, which somebody may try again. They lie in Redis, which may be away. */
export function FailedJobsCard({ failedJobs, away }: Props) {
  const t = useTexts(operationsTexts)
  return (
    <Card
      title={
        <span id={FAILED_JOBS} tabIndex={-1}>
          {t('jobs.title')}
        </span>
      }
    >
      {away ? (
        <p className={styles.lead}>{t('queues.away')}</p>
      ) : failedJobs.data ? (
        <List {...failedJobs.data} />
      ) : failedJobs.state === 'failed' ? (
        <Failed
          title={t('jobs.failed')}
          text={wordsOf(failedJobs.error)}
          retry={retry}
          byItself={!isRefusal(failedJobs.error)}
        />
      ) : (
        <Loading text={t('jobs.loading')}>
          <div className={styles.coming}>
            <Skeleton width="60%" />
            <Skeleton height="72px" radius="var(--radius-row)" />
          </div>
        </Loading>
      )}
    </Card>
  )
}
