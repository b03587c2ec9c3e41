import type { QueueSnapshot } from '@app/contract/operations'
import { useRef } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { useScrollableByKeys } from '../../ui/layout/use-scrollable-by-keys.ts'
import { isLate, THRESHOLDS } from '../assessment.ts'
import { operationsTexts } from '../texts.ts'
import { useFormatMetric } from '../units.ts'
import styles from './jobs.module.css'

const COLUMNS = ['queue', 'waiting', 'active', 'delayed', 'failed', 'oldest'] as const

function Row({ queue }: { queue: QueueSnapshot }) {
  const t = useTexts(operationsTexts)
  const formatMetric = useFormatMetric()
  return (
    <tr>
      <th scope="row">
        {t(`queue.${queue.queue}`)} {queue.paused && <span className={styles.paused}>{t('queues.paused')}</span>}
      </th>
      <td>{formatMetric(queue.waiting)}</td>
      <td>{formatMetric(queue.active)}</td>
      <td>{formatMetric(queue.delayed)}</td>
      <td className={classes(queue.failed > THRESHOLDS.failedJobs && styles.strong)}>{formatMetric(queue.failed)}</td>
      <td className={classes(isLate(queue) && styles.strong)}>
        {queue.waiting > 0 ? formatMetric(queue.oldestSeconds, 'seconds') : '–'}
      </td>
    </tr>
  )
}

/** Shows the current state of each queue; `queues` is null while Redis does not respond. */
export function QueuesCard({ queues }: { queues: readonly QueueSnapshot[] | null }) {
  const t = useTexts(operationsTexts)
  const box = useRef<HTMLDivElement>(null)
  useScrollableByKeys(box)
  return (
    <Card title={t('queues.title')}>
      {queues === null ? (
        <p className={styles.lead}>{t('queues.redisUnavailable')}</p>
      ) : (
        <div ref={box} className={styles.scroll}>
          <table className={styles.queues}>
            <caption className="visually-hidden">{t('queues.title')}</caption>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {t(`queues.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {queues.map((queue) => (
                <Row key={queue.queue} queue={queue} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
