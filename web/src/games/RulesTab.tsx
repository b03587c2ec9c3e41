import { useTexts } from '../lib/text/texts.ts'
import styles from './games.module.css'
import { gamesTexts } from './texts.ts'

const SECTIONS = [
  { title: 'start', lines: ['start1', 'start2', 'start3'] },
  { title: 'play', lines: ['play1', 'play2', 'play3', 'play4'] },
  { title: 'care', lines: ['care1', 'care2'] },
] as const

export function RulesTab() {
  const t = useTexts(gamesTexts)
  return (
    <div className={styles.rules}>
      {SECTIONS.map(({ title, lines }) => (
        <section key={title}>
          <h2>{t(`rules.${title}`)}</h2>
          <ol>
            {lines.map((line) => (
              <li key={line}>{t(`rules.${line}`)}</li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
