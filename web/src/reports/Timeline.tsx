import styles from './report.module.css'

export type Moment = { title: string; text: string }

/** Shows what has happened and what comes next; the first moment is now. */
export const Timeline = ({ moments }: { moments: readonly Moment[] }) => (
  <ol className={styles.timeline}>
    {moments.map(({ title, text }) => (
      <li key={title} className={styles.moment}>
        <strong>{title}</strong>
        <p>{text}</p>
      </li>
    ))}
  </ol>
)
