import type { Case } from '@app/contract/safety/cases'
import { REASONS } from '@app/contract/safety/reason-texts'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { categoryTexts } from '../../lib/reporting/category-texts.ts'
import { useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Chip } from '../../ui/marks/Chip.tsx'
import { caseUrl } from '../case-url.ts'
import styles from './case.module.css'
import { caseTexts } from './case-texts.ts'
import { useCaseTimes } from './use-case-times.ts'

/** Shows the history of the reported member and the team's notes, but no notes to the admin who confirms a decision. */
export function HistoryColumn({ shown: { history, allowed, ...shown } }: { shown: Case }) {
  const notes = allowed.includes('CONFIRM') ? [] : shown.notes
  const t = useTexts(caseTexts)
  const tCategory = useTexts(categoryTexts)
  const isEnglish = useLanguage() === 'ENGLISH'
  const { at, date } = useCaseTimes()
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>{t('history')}</h2>
      </div>
      {history ? (
        <>
          <p className={styles.time}>{t('registered', { date: date(history.registeredAt) })}</p>
          {history.signals.length > 0 && (
            <ul className={styles.signals}>
              {history.signals.map((signal) => (
                <li key={signal}>
                  <Chip tone="turn" icon={TriangleAlert}>
                    {t(`signals.${signal}`)}
                  </Chip>
                </li>
              ))}
            </ul>
          )}
          {history.openCases.length > 0 && (
            <>
              <h3>{t('openCases')}</h3>
              <ul>
                {history.openCases.map(({ id, category }) => (
                  <li key={id}>
                    <Link className="text-link" to={caseUrl(id)}>
                      {tCategory(category)}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
          {history.decisions.length === 0 ? (
            <p>{t('historyNone')}</p>
          ) : (
            <>
              <h3>{t('decisions')}</h3>
              <ul className={styles.earlier}>
                {history.decisions.map(({ id, decidedAt, reason, actions, appeal }) => (
                  <li key={id}>
                    <strong>{isEnglish ? REASONS[reason].label.en : REASONS[reason].label.sv}</strong>{' '}
                    <span className={styles.time}>
                      {[
                        date(decidedAt),
                        ...actions.map(({ kind }) => t(`action.${kind}`)),
                        ...(appeal ? [t(`appeal.${appeal}`)] : []),
                      ].join(' · ')}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      ) : (
        <p>{t(shown.row.kind === 'NOTICE' ? 'historyUnknown' : 'historyGone')}</p>
      )}
      {notes.length > 0 && (
        <>
          <h3>{t('notes')}</h3>
          <ul className={styles.earlier}>
            {notes.map((note) => (
              <li key={`${note.by}-${note.at}`}>
                <p className={styles.partWords} dir="auto">
                  {note.text}
                </p>
                <p className={styles.time}>{t('note', { name: note.by, time: at(note.at) })}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
