import { useTexts } from '../lib/text/texts.ts'
import styles from './skip-link.module.css'
import { appTexts } from './texts.ts'

export const SkipLink = () => (
  <a className={styles.skip} href="#content">
    {useTexts(appTexts)('skip')}
  </a>
)
