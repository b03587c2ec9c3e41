import { Skeleton } from '../feedback/Loading.tsx'
import styles from './member-row.module.css'
import { RowTextSkeleton } from './RowText.tsx'

const NAME_WIDTHS = ['38%', '52%', '44%', '60%']

/** Renders skeletons of member rows in their final size. */
export const MemberRowSkeletons = () => (
  <div className={styles.rows}>
    {NAME_WIDTHS.map((width) => (
      <div key={width} className={styles.link}>
        <Skeleton width="3.5rem" height="3.5rem" radius="50%" />
        <RowTextSkeleton width={width} />
      </div>
    ))}
  </div>
)
