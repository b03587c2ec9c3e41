import type { OperationsHistory, OperationsRange } from '@app/contract/operations'
import { useTexts } from '../../lib/text/texts.ts'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { operationsTexts } from '../texts.ts'
import { ChartCard } from './ChartCard.tsx'
import styles from './charts.module.css'
import { CHARTS } from './charts.ts'
import { RANGES } from './ranges.ts'

type Props = {
  /** The selected range. `history` still covers the previous `range` until the selected one has loaded. */
  chosen: OperationsRange
  range: OperationsRange
  history: OperationsHistory
  onChoose: (range: OperationsRange) => void
}

export function History({ chosen, range, history, onChoose }: Props) {
  const t = useTexts(operationsTexts)
  return (
    <>
      <div className={styles.header}>
        <h2>{t('history')}</h2>
        <Segmented
          label={t('range')}
          choices={RANGES.map((value) => ({ value, label: t(`ranges.${value}`) }))}
          value={chosen}
          onChange={onChoose}
        />
      </div>
      <div className={styles.charts} aria-busy={chosen !== range || undefined}>
        {CHARTS.map((chart) => (
          <ChartCard key={chart.name} chart={chart} range={range} history={history} />
        ))}
      </div>
    </>
  )
}
