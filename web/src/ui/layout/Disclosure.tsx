import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '../classes.ts'
import styles from './disclosure.module.css'

/** Renders a button that expands and collapses its content. */
export function Disclosure({ label, children }: { label: ReactNode; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <button
        type="button"
        className={styles.disclose}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
        <ChevronDown className={classes(open && styles.turned)} size="1.125rem" strokeWidth={1.75} aria-hidden />
      </button>
      {open && <div id={id}>{children}</div>}
    </div>
  )
}
