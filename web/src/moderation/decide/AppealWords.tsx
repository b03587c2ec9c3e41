import type { Case } from '@app/contract/safety/cases'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './decide.module.css'
import { decideTexts } from './decide-texts.ts'

/** Quotes the appeal of a member, or the objections of reporters to a dismissal. */
export function AppealWords({ shown: { appealWords, reports } }: { shown: Case }) {
  const t = useTexts(decideTexts)
  const objections = reports.flatMap(({ objection }) => objection ?? [])
  return (
    <>
      <h2>{t(appealWords ? 'appealTitle' : 'objectionTitle')}</h2>
      {[...(appealWords ? [appealWords] : []), ...objections].map((words, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two objections may have the same words, and their order is fixed.
        <blockquote key={index} className={styles.quote} dir="auto">
          {words}
        </blockquote>
      ))}
    </>
  )
}
