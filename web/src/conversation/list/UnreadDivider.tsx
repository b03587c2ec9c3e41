import { useTexts } from '../../lib/text/texts.ts'
import { UnreadLine } from '../../ui/lists/Dividers.tsx'
import { conversationTexts } from '../texts.ts'
import styles from './list.module.css'

/** Shows the divider above the first unread message. */
export function UnreadDivider({ count }: { count: number }) {
  const t = useTexts(conversationTexts)
  return (
    <div className={styles.unread}>
      <UnreadLine>{t('list.unread', { count })}</UnreadLine>
    </div>
  )
}
