import { useTexts } from '../lib/texts.ts'
import styles from './save-bar.module.css'
import { uiTexts } from './texts.ts'

/** Something here has been changed and not saved. */
export const UnsavedDot = () => (
  <span className={styles.dot}>
    <span className="visually-hidden">{useTexts(uiTexts)('unsaved')}</span>
  </span>
)
