import { Suspense, useState } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/feedback/Loading.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { operationsTexts } from '../texts.ts'
import { useTimeFormat } from '../times.ts'
import { useFormatMetric } from '../units.ts'
import styles from './charts.module.css'
import { type ChartProps, type Line, summaryOf } from './charts.ts'
import { ValuesTable } from './ValuesTable.tsx'

const Plot = lazy(async () => ({ default: (await import('./Plot.tsx')).Plot }))

const LINE_CLASSES: Record<Line, string | undefined> = {
  first: undefined,
  second: styles.second,
  third: styles.third,
  bad: styles.bad,
}

/**
 * Shows each line's name and its value at the cursor, else its latest value. Hidden from screen readers, which read the
 * summary of the plot instead.
 */
function Legend({ chart, range, history, point }: ChartProps & { point: number | null }) {
  const t = useTexts(operationsTexts)
  const formatMetric = useFormatMetric()
  const timeOf = useTimeFormat(range)
  const last = history.at.length - 1
  const time = history.at[point ?? last]
  return (
    <div aria-hidden>
      <p className={styles.when}>{time && (point === null ? t('latest', { time: timeOf(time) }) : timeOf(time))}</p>
      <ul className={styles.legend}>
        {chart.series.map(({ name, line }) => {
          const value = history[name][point ?? last]
          return (
            <li key={name} className={classes(styles.key, LINE_CLASSES[line])}>
              <span className={styles.series}>{t(`series.${name}`)}</span>
              <span className={styles.value}>{typeof value === 'number' ? formatMetric(value, chart.unit) : '–'}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Returns a text summary: each line's latest, lowest and highest value. */
function useSummary({ chart, history }: ChartProps): string | null {
  const t = useTexts(operationsTexts)
  const formatMetric = useFormatMetric()
  const lines = chart.series.flatMap(({ name }) => {
    const summary = summaryOf(history[name])
    if (!summary) return []
    const summaryValues = {
      name: t(`series.${name}`),
      lowest: formatMetric(summary.lowest, chart.unit),
      highest: formatMetric(summary.highest, chart.unit),
    }
    return summary.latest === null
      ? t('summaryGap', summaryValues)
      : t('summary', { ...summaryValues, latest: formatMetric(summary.latest, chart.unit) })
  })
  return lines.length > 0 ? lines.join(' ') : null
}

/** Shows one metric, or a few of one kind, over time: as a chart, a summary and a table. */
export function ChartCard(props: ChartProps) {
  const { chart } = props
  const t = useTexts(operationsTexts)
  const [point, setPoint] = useState<number | null>(null)
  const summary = useSummary(props)
  const title = t(`chart.${chart.name}`)
  return (
    <figure className={classes(styles.chart, chart.name === 'storage' && styles.wide)} aria-label={title}>
      <h3>{title}</h3>
      <Legend {...props} point={point} />
      {summary === null ? (
        <p className={styles.nothing}>{t('noValues')}</p>
      ) : (
        <div className={styles.plot} role="img" aria-label={`${title}. ${summary}`}>
          <Suspense fallback={<Skeleton height="100%" radius="var(--radius-row)" />}>
            <Plot {...props} onPoint={setPoint} />
          </Suspense>
        </div>
      )}
      <Disclosure
        label={
          <>
            {t('showAsTable')}
            <span className="visually-hidden">: {title}</span>
          </>
        }
      >
        <ValuesTable {...props} />
      </Disclosure>
    </figure>
  )
}
