import { classes } from '../ui/classes.ts'
import styles from './portrait.module.css'

/** The other one, large: their photo, else the beginning of their name. */
export const Portrait = ({
  name,
  photoUrl,
  size,
}: {
  name: string
  photoUrl: string | null
  size: 'card' | 'letter'
}) => (
  <div className={classes(styles.portrait, styles[size])} aria-hidden>
    {photoUrl ? (
      <img className={styles.photo} src={photoUrl} alt="" />
    ) : (
      (Array.from(name)[0]?.toLocaleUpperCase('sv') ?? '')
    )}
  </div>
)
