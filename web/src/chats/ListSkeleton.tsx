import { Skeleton } from '../ui/Loading.tsx'
import rowStyles from '../ui/member-row.module.css'
import styles from './list.module.css'

const ROWS = ['46%', '34%', '52%', '38%', '44%', '58%']

/** Rows in their final shape. */
export const ListSkeleton = () => (
  <div className={styles.rows}>
    {ROWS.map((width, index) => (
      <div key={width} className={styles.row}>
        <Skeleton width="48px" height="48px" radius={index % 2 ? '50%' : 'var(--radius-couple)'} />
        <span className={rowStyles.words}>
          <span className={rowStyles.line}>
            <Skeleton width={width} height="14px" />
          </span>
          <span className={rowStyles.line}>
            <Skeleton width="78%" height="12px" />
          </span>
        </span>
      </div>
    ))}
  </div>
)
