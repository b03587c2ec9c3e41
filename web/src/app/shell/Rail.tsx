import { useLayoutEffect, useRef } from 'react'
import { NAVIGATION, useActivePath, useRows } from '../navigation.ts'
import { NavigationLink } from './NavigationLink.tsx'
import styles from './shell.module.css'

/** Shows the navigation. In a low window it scrolls, so the current row scrolls into view when it changes. */
export function Rail() {
  const list = useRef<HTMLUListElement>(null)
  const activePath = useActivePath()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current row has changed
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
  }, [activePath])
  return (
    <ul ref={list} className={styles.rows}>
      {useRows(NAVIGATION).map((row) => (
        <li key={row.to}>
          <NavigationLink row={row} className={styles.row} />
        </li>
      ))}
    </ul>
  )
}
