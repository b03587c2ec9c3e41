import { NotebookPen } from 'lucide-react'
import { useTexts } from '../lib/texts.ts'
import styles from './marks.module.css'
import { uiTexts } from './texts.ts'

/** I have a private note about them. */
export function NoteMark({ size = 16 }: { size?: number }) {
  const t = useTexts(uiTexts)
  return <NotebookPen className={styles.note} size={size} strokeWidth={1.75} role="img" aria-label={t('hasNotes')} />
}
