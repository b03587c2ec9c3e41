import { useTexts } from '../../lib/text/texts.ts'
import { uiTexts } from '../texts.ts'
import styles from './save-bar.module.css'

/** Marks unsaved changes. */
export const UnsavedDot = () => (
  <span className={styles.dot}>
    <span className="visually-hidden">{useTexts(uiTexts)('unsaved')}</span>
  </span>
)
