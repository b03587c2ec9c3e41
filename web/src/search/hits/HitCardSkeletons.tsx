import { Skeleton } from '../../ui/feedback/Loading.tsx'
import styles from './hit-card.module.css'

const NAME_WIDTHS = ['62%', '48%', '70%', '54%', '66%', '44%']

/** Renders skeletons of the hits in their final size. */
export const HitCardSkeletons = () =>
  NAME_WIDTHS.map((width) => (
    <div key={width}>
      <div className={styles.photo}>
        <Skeleton height="100%" radius="var(--radius-card)" />
      </div>
      <div className={styles.lines}>
        <Skeleton width={width} height="1rem" />
        <Skeleton width="84%" />
        <Skeleton width="56%" />
      </div>
    </div>
  ))
