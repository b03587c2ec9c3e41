import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { classes } from '../classes.ts'
import styles from './choice.module.css'
import { useSlidingThumb } from './use-sliding-thumb.ts'

type Props<Value extends string> = {
  label: string
  choices: readonly { value: Value; label: string; icon?: LucideIcon; lang?: string }[]
  value: Value | null
  onChange: (value: Value) => void
  stretch?: boolean
  invalid?: boolean
}

/** Renders a segmented control: a row of a few options, one of which is chosen. */
export function Segmented<Value extends string>({ label, choices, value, onChange, stretch, invalid }: Props<Value>) {
  const name = useId()
  const track = useSlidingThumb(value)
  return (
    <div
      ref={track}
      role="radiogroup"
      aria-label={label}
      className={classes(styles.segments, stretch && styles.stretch)}
    >
      {choices.map(({ icon: Icon, ...choice }) => (
        <label key={choice.value} className={styles.segment}>
          <span className={styles.thumb} />
          <input
            type="radio"
            className={styles.native}
            name={name}
            value={choice.value}
            checked={value === choice.value}
            aria-invalid={invalid || undefined}
            onChange={() => onChange(choice.value)}
          />
          <span className={styles.segmentLabel} lang={choice.lang}>
            {Icon && <Icon size="1.125rem" strokeWidth={1.75} aria-hidden />}
            {choice.label}
          </span>
        </label>
      ))}
    </div>
  )
}
