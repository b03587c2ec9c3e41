import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './banner.module.css'

type Props = {
  tone: 'offline' | 'error' | 'profile' | 'info' | 'version'
  icon: LucideIcon
  /** The ARIA role: a screen reader finishes its current text before a status, and interrupts it for an alert. */
  role?: 'status' | 'alert' | 'note'
  end?: ReactNode
  children: ReactNode
}

export const Banner = ({ tone, icon: Icon, role = 'note', end, children }: Props) => (
  <div className={classes(styles.banner, styles[tone])} role={role}>
    <Icon size="1.25rem" strokeWidth={1.75} aria-hidden />
    <div className={styles.body}>{children}</div>
    {end && <div className={styles.end}>{end}</div>}
  </div>
)
