import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import styles from './card.module.css'

/** Renders a section of a page in a box. */
export function Card({ title, roomy, children }: { title?: ReactNode; roomy?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes(styles.card, roomy && styles.roomy)} aria-labelledby={title ? id : undefined}>
      {title && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  )
}
