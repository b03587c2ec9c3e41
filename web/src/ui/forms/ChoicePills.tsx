import { useId } from 'react'
import { classes } from '../classes.ts'
import styles from './choice.module.css'
import { FieldError } from './Field.tsx'

type Props<Value extends string> = {
  legend: string
  choices: readonly { value: Value; label: string }[]
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: () => void
  error?: string
  name?: string
  /** Makes the pills smaller for narrow columns, except on touch screens. */
  dense?: boolean
}

/** Shows a few options, one of which can be chosen. Arrow keys move between them. */
export function ChoicePills<Value extends string>({
  legend,
  choices,
  value,
  error,
  name,
  dense,
  ...inputProps
}: Props<Value>) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-describedby={error ? `${id}-error` : undefined}
      onBlur={inputProps.onBlur}
    >
      <p className={styles.legend} id={`${id}-legend`}>
        {legend}
      </p>
      <div className={classes(styles.pills, dense && styles.dense)}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.pill}>
            <input
              type="radio"
              className={styles.native}
              name={name ?? id}
              value={choice.value}
              checked={value === choice.value}
              aria-invalid={error ? true : undefined}
              onChange={() => inputProps.onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
