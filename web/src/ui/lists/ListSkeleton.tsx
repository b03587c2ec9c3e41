import { Skeleton } from '../feedback/Loading.tsx'
import styles from './list-pane.module.css'
import { RowTextSkeleton } from './RowText.tsx'

const NAME_WIDTHS = ['46%', '34%', '52%', '38%', '44%', '58%']
const RADII = ['var(--radius-couple)', '50%']

/** Renders skeletons of list rows in their final size, with the picture shapes of groups or of members. */
export const ListSkeleton = ({ groups = false }: { groups?: boolean }) => (
  <div className={styles.rows}>
    {NAME_WIDTHS.map((width, index) => (
      <div key={width} className={styles.row}>
        <Skeleton width="3rem" height="3rem" radius={groups ? 'var(--radius-group)' : RADII[index % 2]} />
        <RowTextSkeleton width={width} />
      </div>
    ))}
  </div>
)
