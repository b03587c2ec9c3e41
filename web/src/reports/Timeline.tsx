import styles from './report.module.css'

export type Moment = { title: string; text: string }

/** Lists the stages of a report in order, from the present one to the decision. */
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
