import { useTexts } from '../lib/texts.ts'
import styles from './save-bar.module.css'
import { uiTexts } from './texts.ts'

/** Marks unsaved changes. */
export const UnsavedDot = () => (
  <span className={styles.dot}>
    <span className="visually-hidden">{useTexts(uiTexts)('unsaved')}</span>
  </span>
)
