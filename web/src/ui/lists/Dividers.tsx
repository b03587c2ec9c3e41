import styles from '../marks/marks.module.css'

export const DayPill = ({ children }: { children: string }) => (
  <div className={styles.dayPill}>
    <hr className="visually-hidden" aria-label={children} />
    <span aria-hidden>{children}</span>
  </div>
)

export const UnreadLine = ({ children }: { children: string }) => (
  <div className={styles.unreadLine}>
    <hr className="visually-hidden" aria-label={children} />
    <span aria-hidden>{children}</span>
  </div>
)
