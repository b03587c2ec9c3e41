import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { Field } from './Field.tsx'
import styles from './field.module.css'

type Props = Omit<ComponentProps<'select'>, 'className' | 'id' | 'children' | 'onChange' | 'value'> & {
  label: string
  error?: string
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** Lets members select one of many choices, in the device's native list. */
export const SelectField = ({ label, error, choices, onChange, ...select }: Props) => (
  <Field label={label} error={error}>
    {(ids) => (
      <span className={styles.box}>
        <select
          {...select}
          {...ids}
          className={classes(styles.input, styles.select)}
          onChange={(event) => onChange(event.target.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.chevron} size="1.125rem" strokeWidth={2.25} aria-hidden />
      </span>
    )}
  </Field>
)
