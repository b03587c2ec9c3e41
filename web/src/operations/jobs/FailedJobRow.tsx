import type { FailedJob } from '@app/contract/operations'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { retryJobs } from '../store.ts'
import { operationsTexts } from '../texts.ts'
import { useTimeFormat } from '../times.ts'
import styles from './jobs.module.css'

export function FailedJobRow({ job }: { job: FailedJob }) {
  const t = useTexts(operationsTexts)
  const timeOf = useTimeFormat('DAY')
  const [isRetrying, setRetrying] = useState(false)
  const { queue, id, name, attempts, reason, failedAt, requestId } = job
  const time = timeOf(failedAt)
  const retry = async () => {
    setRetrying(true)
    await retryJobs({ queue, id })
    setRetrying(false)
  }
  return (
    <li className={styles.job}>
      <div className={styles.facts}>
        <p className={styles.name}>{name}</p>
        <p className={styles.reason}>{reason}</p>
        <p className={styles.meta}>
          <time dateTime={failedAt}>{time}</time>
          <span>{t('jobs.attempts', { count: attempts })}</span>
          {requestId !== null && (
            <span>
              {t('jobs.request')} <code>{requestId}</code>
            </span>
          )}
        </p>
      </div>
      <Button
        variant="tinted"
        aria-label={t('jobs.retryNamed', { name, time })}
        busy={isRetrying}
        busyLabel={t('jobs.retrying')}
        onClick={() => void retry()}
      >
        {t('jobs.retry')}
      </Button>
    </li>
  )
}
