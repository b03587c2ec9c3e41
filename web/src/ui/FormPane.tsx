import type { ComponentProps, ReactNode } from 'react'
import styles from './form-pane.module.css'

/** A form that fills the pane beside a list; the pane scrolls. */
export const FormPane = ({ title, children, ...form }: { title: string } & ComponentProps<'form'>) => (
  <form {...form} className={styles.form} data-place="form" noValidate>
    <h2>{title}</h2>
    {children}
  </form>
)

/** What a form is sent with, or left. */
export const FormButtons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>
