import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classes } from '../classes.ts'
import styles from './button.module.css'

type Look = { icon: LucideIcon; children: string }

const className = classes(styles.button, styles.primary, styles.pageAction)

const Label = ({ icon: Icon, children }: Look): ReactNode => (
  <>
    <Icon size="1.125rem" strokeWidth={1.75} aria-hidden />
    <span>{children}</span>
  </>
)

/** Links to the page's main action, in its header. On a phone the text is visually hidden, so only the icon shows. */
export const PageAction = ({ icon, children, ...link }: Look & Pick<LinkProps, 'to' | 'state'>) => (
  <Link {...link} className={className}>
    <Label icon={icon}>{children}</Label>
  </Link>
)

/** Renders the page's main action as a button with the same look. */
export const PageButton = ({ icon, children, ...button }: Look & Pick<ComponentProps<'button'>, 'onClick'>) => (
  <button type="button" {...button} className={className}>
    <Label icon={icon}>{children}</Label>
  </button>
)
