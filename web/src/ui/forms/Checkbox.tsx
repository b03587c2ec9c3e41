import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode }

/** Renders a checkbox whose whole row is clickable. */
export const Checkbox = ({ children, ...input }: Props) => (
  <label className={styles.row}>
    <span className={styles.box}>
      <input type="checkbox" {...input} className={styles.native} />
      <Check size="0.9375rem" strokeWidth={3} aria-hidden />
    </span>
    <span>{children}</span>
  </label>
)
