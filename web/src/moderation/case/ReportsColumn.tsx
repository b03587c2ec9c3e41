import type { Case, CaseReport } from '@app/contract/safety/cases'
import { useState } from 'react'
import { categoryTexts } from '../../lib/reporting/category-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Chip } from '../../ui/marks/Chip.tsx'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { AskDialog } from './AskDialog.tsx'
import styles from './case.module.css'
import { caseTexts } from './case-texts.ts'
import { NamesDialog } from './NamesDialog.tsx'
import { useCaseTimes } from './use-case-times.ts'

function Report({ report }: { report: CaseReport }) {
  const t = useTexts(caseTexts)
  const tCategory = useTexts(categoryTexts)
  const { at } = useCaseTimes()
  const { letter, category, words, illegal, filedAt, notice, answer, objection, abusive, dismissed, marked } = report
  return (
    <li className={styles.report}>
      <Avatar name={letter} shape="person" size={32} plain decorative={false} />
      <div className={styles.partText}>
        <div className={styles.reportHead}>
          <strong>{tCategory(category)}</strong>
          {illegal && (
            <Chip tone="problem" small>
              {t('illegal')}
            </Chip>
          )}
          {notice && <Chip small>{t('notice')}</Chip>}
          {abusive && <Chip small>{t('bad')}</Chip>}
          <time className={styles.reportTime} dateTime={filedAt}>
            {at(filedAt)}
          </time>
        </div>
        {words && (
          <p className={styles.partWords} dir="auto">
            {words}
          </p>
        )}
        {answer && <p className={styles.partWords}>{t('reporterAnswer', { text: answer })}</p>}
        {objection && <p className={styles.partWords}>{t('objection', { text: objection })}</p>}
        {dismissed + marked > 0 && <p className={styles.time}>{t('record', { dismissed, marked }).trim()}</p>}
      </div>
    </li>
  )
}

/** Lists the reports of a case, labeled with the letters of their reporters. */
export function ReportsColumn({ shown }: { shown: Case }) {
  const t = useTexts(caseTexts)
  const [dialog, setDialog] = useState<'ask' | 'names' | null>(null)
  const { reports, allowed, question, address, row, wider } = shown
  const canAsk = reports.length > 0 && (allowed.includes('ASK') || allowed.includes('WIDER'))
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>{t('reports')}</h2>
        {reports.length > 0 && (
          <span className={styles.sectionActions}>
            {canAsk && (
              <button type="button" className={styles.textButton} onClick={() => setDialog('ask')}>
                {t('ask')}
              </button>
            )}
            <button type="button" className={styles.textButton} onClick={() => setDialog('names')}>
              {t('showNames')}
            </button>
          </span>
        )}
      </div>
      {question && (
        <p className={styles.partWords} dir="auto">
          {t('question', { text: question })}
        </p>
      )}
      {wider === 'WANTED' && !allowed.includes('APPROVE') && <p className={styles.time}>{t('wantedWider')}</p>}
      {address && !allowed.includes('FIND') && (
        <p className={styles.partWords} dir="auto">
          {t('address')}: {address}
        </p>
      )}
      {reports.length === 0 ? (
        <p className={styles.time}>{t('noReports')}</p>
      ) : (
        <ul>
          {reports.map((report) => (
            <Report key={report.id} report={report} />
          ))}
        </ul>
      )}
      <AskDialog shown={shown} open={dialog === 'ask'} onClose={() => setDialog(null)} />
      <NamesDialog id={row.id} reports={reports} open={dialog === 'names'} onClose={() => setDialog(null)} />
    </section>
  )
}
