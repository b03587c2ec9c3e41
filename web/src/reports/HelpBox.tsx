import { ChevronDown, Phone } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import styles from './report.module.css'
import { reportTexts } from './texts.ts'
import { useHelpLines } from './use-help-lines.ts'

const urlOf = (number: string): string => `tel:${number.replace(/[^+\d]/g, '')}`

/** Shows telephone numbers for help, the most urgent first, and the others behind a button. */
export function HelpBox() {
  const t = useTexts(reportTexts)
  const id = useId()
  const [isExpanded, setExpanded] = useState(false)
  const lines = useHelpLines()
  const hasMore = lines.some(({ more }) => more)
  return (
    <section className={styles.help} aria-labelledby={id}>
      <h3 className={styles.helpTitle} id={id}>
        {t('helpTitle')}
      </h3>
      <ul>
        {lines
          .filter(({ more }) => isExpanded || !more)
          .map(({ number, name, note }) => (
            <li key={number}>
              <a className={styles.line} href={urlOf(number)}>
                <span className="visually-hidden">{t('call')}</span>
                <span className={styles.lineText}>
                  <strong>{name}</strong>
                  <span>{note}</span>
                </span>
                <span className={styles.number}>{number}</span>
                <Phone size="1.125rem" strokeWidth={1.75} aria-hidden />
              </a>
            </li>
          ))}
      </ul>
      {hasMore && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {t('helpMore')}
          <ChevronDown
            className={classes(isExpanded && styles.turned)}
            size="1.125rem"
            strokeWidth={1.75}
            aria-hidden
          />
        </button>
      )}
    </section>
  )
}
