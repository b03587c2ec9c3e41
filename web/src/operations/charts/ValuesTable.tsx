import { useRef } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { useScrollableByKeys } from '../../ui/layout/use-scrollable-by-keys.ts'
import { operationsTexts } from '../texts.ts'
import { useTimeFormat } from '../times.ts'
import { useFormatMetric } from '../units.ts'
import styles from './charts.module.css'
import type { ChartProps } from './charts.ts'

/** Lists every point of a chart, newest first. */
export function ValuesTable({ chart, range, history }: ChartProps) {
  const t = useTexts(operationsTexts)
  const formatMetric = useFormatMetric()
  const timeOf = useTimeFormat(range)
  const box = useRef<HTMLDivElement>(null)
  useScrollableByKeys(box)
  const formatValue = (value: number | null | undefined) =>
    typeof value === 'number' ? formatMetric(value, chart.unit) : <abbr title={t('notMeasured')}>–</abbr>
  return (
    <div ref={box} className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t(`chart.${chart.name}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {chart.series.map(({ name }) => (
              <th key={name} scope="col">
                {t(`series.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.at
            .map((instant, index) => (
              <tr key={instant}>
                <th scope="row">{timeOf(instant)}</th>
                {chart.series.map(({ name }) => (
                  <td key={name}>{formatValue(history[name][index])}</td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  )
}
