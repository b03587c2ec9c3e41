import { useTexts } from '../lib/text/texts.ts'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import chartStyles from './charts/charts.module.css'
import styles from './operations.module.css'
import { operationsTexts } from './texts.ts'
import tileStyles from './tiles.module.css'

const TILE_INDEXES = Array.from({ length: 8 }, (_, index) => index)
const CHART_INDEXES = TILE_INDEXES.slice(0, 2)

/** Renders the skeleton of the summary, tiles and charts. */
export function OperationsSkeleton() {
  const t = useTexts(operationsTexts)
  return (
    <Loading text={t('loading')}>
      <div className={styles.skeleton}>
        <Skeleton height="5rem" radius="var(--radius-card)" />
        <div className={tileStyles.tiles}>
          {TILE_INDEXES.map((index) => (
            <Skeleton key={index} height="10.375rem" radius="var(--radius-card)" />
          ))}
        </div>
        <div className={chartStyles.header}>
          <Skeleton width="6rem" height="1.625rem" />
          <Skeleton width="17.8125rem" height="3rem" radius="var(--radius-row)" />
        </div>
        <div className={chartStyles.charts}>
          {CHART_INDEXES.map((index) => (
            <Skeleton key={index} height="22.75rem" radius="var(--radius-card)" />
          ))}
        </div>
      </div>
    </Loading>
  )
}
