import type { LucideIcon } from 'lucide-react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './button.module.css'

type Props = Pick<LinkProps, 'to' | 'state'> & { icon: LucideIcon; label: string }

/** Renders a link to another page of the app that looks like an icon button. */
export const IconLink = ({ icon: Icon, label, ...link }: Props) => (
  <Link {...link} className={styles.iconButton} aria-label={label} title={label}>
    <Icon size="1.25rem" strokeWidth={1.75} aria-hidden />
  </Link>
)
