import type { LucideIcon } from 'lucide-react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './button.module.css'

type Props = Pick<LinkProps, 'to' | 'state'> & { icon: LucideIcon; label: string }

/** Looks like an icon button, is a link to another place in the app. */
export const IconLink = ({ icon: Icon, label, ...link }: Props) => (
  <Link {...link} className={styles.iconButton} aria-label={label} title={label}>
    <Icon size="1.25rem" strokeWidth={1.75} aria-hidden />
  </Link>
)
