import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './button.module.css'
import { classes } from './classes.ts'

type Look = { icon: LucideIcon; children: string }

const className = classes(styles.button, styles.primary, styles.pageAction)

const Label = ({ icon: Icon, children }: Look): ReactNode => (
  <>
    <Icon size="1.125rem" strokeWidth={1.75} aria-hidden />
    <span>{children}</span>
  </>
)

/** The one thing to do on a page, in its header; on a phone its icon, and its words for who listens. */
export const PageAction = ({ icon, children, ...link }: Look & Pick<LinkProps, 'to' | 'state'>) => (
  <Link {...link} className={className}>
    <Label icon={icon}>{children}</Label>
  </Link>
)

/** The same where it leads nowhere. */
export const PageButton = ({ icon, children, ...button }: Look & Pick<ComponentProps<'button'>, 'onClick'>) => (
  <button type="button" {...button} className={className}>
    <Label icon={icon}>{children}</Label>
  </button>
)
