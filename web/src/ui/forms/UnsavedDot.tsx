import { useTexts } from '../../lib/text/texts.ts'
import styles from './save-bar.module.css'
import { saveTexts } from './save-texts.ts'

/** Marks unsaved changes. */
export const UnsavedDot = () => (
  <span className={styles.dot}>
    <span className="visually-hidden">{useTexts(saveTexts)('unsaved')}</span>
  </span>
)
