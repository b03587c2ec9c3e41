import { useTexts } from '../lib/text/texts.ts'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import chartStyles from './charts/charts.module.css'
import styles from './operations.module.css'
import { operationsTexts } from './texts.ts'
import tileStyles from './tiles.module.css'

const EIGHT = Array.from({ length: 8 }, (_, place) => place)
const TWO = EIGHT.slice(0, 2)

/** Renders the skeleton of the summary, tiles and charts. */
export function OperationsSkeleton() {
  const t = useTexts(operationsTexts)
  return (
    <Loading text={t('loading')}>
      <div className={styles.coming}>
        <Skeleton height="5rem" radius="var(--radius-card)" />
        <div className={tileStyles.tiles}>
          {EIGHT.map((place) => (
            <Skeleton key={place} height="10.375rem" radius="var(--radius-card)" />
          ))}
        </div>
        <div className={chartStyles.head}>
          <Skeleton width="6rem" height="1.625rem" />
          <Skeleton width="17.8125rem" height="3rem" radius="var(--radius-row)" />
        </div>
        <div className={chartStyles.charts}>
          {TWO.map((place) => (
            <Skeleton key={place} height="22.75rem" radius="var(--radius-card)" />
          ))}
        </div>
      </div>
    </Loading>
  )
}
