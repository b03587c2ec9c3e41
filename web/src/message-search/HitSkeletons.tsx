import { Skeleton } from '../ui/feedback/Loading.tsx'
import styles from './message-search.module.css'

const NAME_WIDTHS = ['46%', '34%', '52%', '38%']
const RADII = ['var(--radius-couple)', '50%']

/** Renders skeletons of hits in their final size. */
export const HitSkeletons = () => (
  <div className={styles.skeletons}>
    {NAME_WIDTHS.map((width, index) => (
      <div key={width} className={styles.skeleton}>
        <Skeleton width="2.5rem" height="2.5rem" radius={RADII[index % 2] ?? '50%'} />
        <span className={styles.skeletonText}>
          <Skeleton width={width} height="0.875rem" />
          <Skeleton width="96%" />
          <Skeleton width="62%" />
        </span>
      </div>
    ))}
  </div>
)
