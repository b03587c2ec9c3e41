import { NotebookPen } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './marks.module.css'
import { noteTexts } from './note-texts.ts'

/** Marks a member about whom the current member has a private note. */
export function NoteMark() {
  const t = useTexts(noteTexts)
  return <NotebookPen className={styles.note} size="1rem" strokeWidth={1.75} role="img" aria-label={t('hasNotes')} />
}
