import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: string
  disabled?: boolean
  children: ReactNode
}

export function Switch({ checked, onChange, hint, disabled, children }: Props) {
  const id = useId()
  return (
    <label className={styles.switchRow}>
      <span className={styles.switchText}>
        <span id={`${id}-label`}>{children}</span>
        {hint && (
          <span className={styles.switchHint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <span className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          className={styles.native}
          aria-labelledby={`${id}-label`}
          aria-describedby={hint ? `${id}-hint` : undefined}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
      </span>
    </label>
  )
}
