import type { ReactNode } from 'react'
import { ArchArt, type Motif } from './ArchArt.tsx'
import styles from './states.module.css'

type Props = {
  motif?: Motif
  title: string
  children?: ReactNode
  action?: ReactNode
  /** 1 where the page has no other heading. */
  heading?: ReactNode
}

/** Nothing here, or nothing that could be fetched: the arch, a few words, one way on. */
export const EmptyState = ({ motif = 'quiet', title, children, action, heading }: Props) => (
  <div className={styles.empty}>
    <ArchArt motif={motif} />
    {heading ?? <h2>{title}</h2>}
    {children && <p className={styles.emptyText}>{children}</p>}
    {action && <div className={styles.emptyAction}>{action}</div>}
  </div>
)
