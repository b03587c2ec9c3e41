import type { LucideIcon } from 'lucide-react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './button.module.css'
import { classes } from './classes.ts'

type Props = Pick<LinkProps, 'to' | 'state'> & { icon: LucideIcon; children: string }

/** The one thing to do on a page, in its header; on a phone its icon, and its words for who listens. */
export const PageAction = ({ icon: Icon, children, ...link }: Props) => (
  <Link {...link} className={classes(styles.button, styles.primary, styles.pageAction)}>
    <Icon size={18} strokeWidth={1.75} aria-hidden />
    <span>{children}</span>
  </Link>
)
