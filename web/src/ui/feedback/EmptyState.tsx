import type { ReactNode } from 'react'
import { ArchArt, type Motif } from './ArchArt.tsx'
import styles from './states.module.css'

type Props = {
  motif?: Motif
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Replaces the second-level heading with the title, for a page that has no other heading, or to focus it. */
  heading?: ReactNode
}

/** Renders an empty or error state: the arch, a short text and one action. */
export const EmptyState = ({ motif = 'quiet', title, children, action, heading }: Props) => (
  <div className={styles.empty}>
    <ArchArt motif={motif} />
    {heading ?? <h2>{title}</h2>}
    {children && <p className={styles.emptyText}>{children}</p>}
    {action && <div className={styles.emptyAction}>{action}</div>}
  </div>
)
