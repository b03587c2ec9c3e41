import type { CSSProperties } from 'react'
import styles from './slider.module.css'

type Props = {
  label: string
  /** The value in words. */
  valueText: string
  /** The minimum is 0. */
  max: number
  step?: number
  value: number
  onChange: (value: number) => void
}

/** Shows a slider that the pointer and the arrow keys move. */
export const Slider = ({ label, valueText, max, step = 1, value, onChange }: Props) => (
  <input
    type="range"
    className={styles.slider}
    min={0}
    max={max}
    step={step}
    value={value}
    aria-label={label}
    aria-valuetext={valueText}
    style={{ '--filled': `${(value / max) * 100}%` } as CSSProperties}
    onChange={({ target }) => onChange(target.valueAsNumber)}
  />
)
