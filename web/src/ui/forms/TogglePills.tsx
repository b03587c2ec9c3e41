import { Check } from 'lucide-react'
import { useId } from 'react'
import { classes } from '../classes.ts'
import styles from './choice.module.css'

type Props<Value extends string> = {
  legend: string
  choices: readonly { value: Value; label: string }[]
  values: readonly Value[]
  onChange: (values: Value[]) => void
  /** Makes the pills smaller for narrow columns, except on touch screens. The check mark overlaps their corner. */
  dense?: boolean
  /** Visually hidden. */
  legendHidden?: boolean
}

/** Shows a few options, any number of which can be chosen. */
export function TogglePills<Value extends string>({
  legend,
  choices,
  values,
  onChange,
  dense,
  legendHidden,
}: Props<Value>) {
  const id = useId()
  const toggle = (value: Value) =>
    onChange(choices.map((choice) => choice.value).filter((other) => values.includes(other) !== (other === value)))
  return (
    <fieldset aria-labelledby={id}>
      <p className={legendHidden ? 'visually-hidden' : styles.legend} id={id}>
        {legend}
      </p>
      <div className={classes(styles.pills, dense && styles.dense)}>
        {choices.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={styles.pill}
            aria-pressed={values.includes(value)}
            onClick={() => toggle(value)}
          >
            {values.includes(value) && <Check size="1rem" strokeWidth={2.5} aria-hidden />}
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
