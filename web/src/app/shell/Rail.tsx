import { NAVIGATION, useRows } from '../navigation.ts'
import { NavigationLink } from './NavigationLink.tsx'
import styles from './shell.module.css'

export const Rail = () => (
  <ul className={styles.rows}>
    {useRows(NAVIGATION).map((row) => (
      <li key={row.to}>
        <NavigationLink row={row} className={styles.row} />
      </li>
    ))}
  </ul>
)
