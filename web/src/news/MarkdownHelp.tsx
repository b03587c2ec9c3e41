import { useTexts } from '../lib/text/texts.ts'
import styles from './news.module.css'
import { newsTexts } from './texts.ts'

/** Explains the Markdown formatting. */
export function MarkdownHelp() {
  const t = useTexts(newsTexts)
  const examples = [
    [`**${t('help.bold')}**`, t('help.bold')],
    [`*${t('help.italic')}*`, t('help.italic')],
    ['- …', t('help.point')],
    ['> …', t('help.quote')],
    ['[…](https://…)', t('help.link')],
  ] as const
  return (
    <section className={styles.help}>
      <h3>{t('help.heading')}</h3>
      <dl>
        {examples.map(([markup, meaning]) => (
          <div key={markup} className={styles.example}>
            <dt>
              <code>{markup}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>{t('help.paragraph')}</p>
    </section>
  )
}
