import styles from './progress.module.css'

type Props = {
  label: string
  percent: number
  /** Shown instead of the percentage. */
  text?: string | undefined
}

/** Shows an upload's progress over its dimmed photo. */
export const Progress = ({ label, percent, text }: Props) => (
  <div className={styles.overlay}>
    <span className={styles.percent} aria-hidden>
      {text ?? `${percent} %`}
    </span>
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={styles.bar} style={{ scale: `${percent / 100} 1` }} />
    </div>
  </div>
)
