import { useTexts } from '../lib/texts.ts'
import { UnreadLine } from '../ui/Dividers.tsx'
import styles from './list.module.css'
import { conversationTexts } from './texts.ts'

export function UnreadDivider({ count }: { count: number }) {
  const t = useTexts(conversationTexts)
  return (
    <div className={styles.unread}>
      <UnreadLine>{t('list.unread', { count })}</UnreadLine>
    </div>
  )
}
