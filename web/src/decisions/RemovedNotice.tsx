import type { Statement } from '@app/contract/safety/decisions'
import { useEffect, useId } from 'react'
import { decisionUrl } from '../lib/reporting/decision-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import styles from './removed.module.css'
import { removedTexts } from './removed-texts.ts'
import { loadDecisions, useDecisions } from './store.ts'
import { useSentences } from './use-sentences.ts'

type Props = {
  /** The kinds of content that the list around it shows. */
  kinds: readonly Statement['kind'][]
}

/** Returns the first line of removed content, which is the title if it has one. */
const firstLine = (excerpt: string): string => excerpt.split('\n', 1)[0] ?? ''

/** Lists the member's own content that decisions hide from a list, with links to the decisions. */
export function RemovedNotice({ kinds }: Props) {
  const t = useTexts(removedTexts)
  const { about, date } = useSentences()
  const titleId = useId()
  const decisions = useDecisions((state) => state.decisions)
  useEffect(() => {
    if (useDecisions.getState().decisions.state === 'notStarted') void loadDecisions()
  }, [])
  const removed = decisions.data?.filter(({ kind, removedNow }) => removedNow && kinds.includes(kind)) ?? []
  if (removed.length === 0) return null
  return (
    <section className={styles.notice} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      <ul>
        {removed.map((statement) => (
          <li key={statement.id} className={styles.row}>
            <div className={styles.text}>
              {statement.excerpt && (
                <p className={styles.excerpt} dir="auto">
                  {firstLine(statement.excerpt)}
                </p>
              )}
              <p className={styles.meta}>{t('meta', { about: about(statement), date: date(statement.decidedAt) })}</p>
            </div>
            <ButtonLink
              to={decisionUrl(statement.id)}
              variant="outlined"
              aria-label={t('readNamed', { number: statement.number })}
            >
              {t('read')}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
