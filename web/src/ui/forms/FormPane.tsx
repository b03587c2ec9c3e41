import type { ComponentProps, ReactNode } from 'react'
import styles from './form-pane.module.css'

/** Renders a form that fills the pane beside a list; the pane scrolls. */
export const FormPane = ({ title, children, ...form }: { title: string } & ComponentProps<'form'>) => (
  <form {...form} className={styles.form} data-scroll-key="form" noValidate>
    <h2>{title}</h2>
    {children}
  </form>
)

/** Renders the row of buttons that submit or cancel a form. */
export const FormButtons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>
