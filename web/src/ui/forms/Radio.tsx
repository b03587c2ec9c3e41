import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode }

/** Renders a radio button whose whole row is clickable. */
export const Radio = ({ children, ...input }: Props) => (
  <label className={styles.row}>
    <span className={styles.radio}>
      <input type="radio" {...input} className={styles.native} />
    </span>
    <span>{children}</span>
  </label>
)
