import { useTexts } from '../../lib/text/texts.ts'
import { uiTexts } from '../texts.ts'
import styles from './marks.module.css'

const SHOWN_MAX = 99

type Props = {
  count: number
  /** The count in words; by default the number of unread messages. */
  label?: string
}

/** Shows a count, by default of unread messages; nothing for 0. The animation restarts when the count changes. */
export function CountMark({ count, label }: Props) {
  const t = useTexts(uiTexts)
  if (count <= 0) return null
  return (
    <span className={styles.countMark} key={count}>
      <span aria-hidden>{count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}</span>
      <span className="visually-hidden">{label ?? t('unread', { count })}</span>
    </span>
  )
}
