import { NotebookPen } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import { uiTexts } from '../texts.ts'
import styles from './marks.module.css'

/** Marks a member about whom the current member has a private note. */
export function NoteMark() {
  const t = useTexts(uiTexts)
  return <NotebookPen className={styles.note} size="1rem" strokeWidth={1.75} role="img" aria-label={t('hasNotes')} />
}
