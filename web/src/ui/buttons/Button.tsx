import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'outlined' | 'tinted' | 'quiet' | 'danger' | 'dangerQuiet'

type Look = { variant?: ButtonVariant; icon?: LucideIcon; wide?: boolean; children: ReactNode }

type ButtonProps = Look & Omit<ComponentProps<'button'>, 'className'> & { busy?: boolean; busyLabel?: string }

const classNameOf = ({ variant = 'primary', wide }: Pick<Look, 'variant' | 'wide'>) =>
  classes(styles.button, styles[variant], wide && styles.wide)

/** Renders a button. While busy it keeps its width and tab stop, announces its state, and ignores clicks. */
export function Button({ variant, icon: Icon, wide, busy = false, busyLabel, children, ...rest }: ButtonProps) {
  const t = useTexts(uiTexts)
  const label = (
    <>
      {Icon && <Icon size="1.125rem" strokeWidth={1.75} aria-hidden />}
      {children}
    </>
  )
  return (
    <button
      type="button"
      {...rest}
      className={classNameOf({ variant, wide })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? (
        <>
          <span className={styles.hiddenLabel} aria-hidden>
            {label}
          </span>
          <span className={styles.busyLabel}>{busyLabel ?? t('saving')}</span>
        </>
      ) : (
        label
      )}
    </button>
  )
}

type ButtonLinkProps = Look & Pick<ComponentProps<typeof Link>, 'to' | 'state' | 'replace' | 'aria-label' | 'onClick'>

/** Renders a link to another page of the app that looks like a button. */
export const ButtonLink = ({ variant, icon: Icon, wide, children, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={classNameOf({ variant, wide })}>
    {Icon && <Icon size="1.125rem" strokeWidth={1.75} aria-hidden />}
    {children}
  </Link>
)
