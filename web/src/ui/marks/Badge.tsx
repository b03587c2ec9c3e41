import { useTexts } from '../../lib/text/texts.ts'
import { uiTexts } from '../texts.ts'
import styles from './marks.module.css'

const SHOWN_MAX = 99

/** Shows the unread count; nothing for 0. The key restarts the animation when the count changes. */
export function Badge({ count }: { count: number }) {
  const t = useTexts(uiTexts)
  if (count <= 0) return null
  return (
    <span className={styles.badge} key={count}>
      <span aria-hidden>{count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}</span>
      <span className="visually-hidden">{t('unread', { count })}</span>
    </span>
  )
}
