import type { Report, ReportState } from '@app/contract/safety/reports'
import { type ReactNode, useState } from 'react'
import { categoryTexts } from '../lib/reporting/category-texts.ts'
import { useNow } from '../lib/text/clock.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { joinFacts } from '../ui/facts.ts'
import { Chip } from '../ui/marks/Chip.tsx'
import { ObjectForm } from './ObjectForm.tsx'
import styles from './own-reports.module.css'
import { ownReportTexts } from './own-texts.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { useReportTimes } from './use-report-times.ts'

const TONES = {
  RECEIVED: 'info',
  ASKED: 'turn',
  ACTED: 'trust',
  NO_BREACH: 'outline',
  OVERTURNED: 'info',
} as const satisfies Record<ReportState, string>

type Props = { report: Report }

function Received({ report: { aimAt } }: Props) {
  const t = useTexts(ownReportTexts)
  const { by } = useReportTimes()
  const isLate = useNow() >= new Date(aimAt)
  return <p>{isLate ? t('readSoon') : t('readBy', { time: by(aimAt) })}</p>
}

function Acted({ report: { removed } }: Props) {
  const t = useTexts(ownReportTexts)
  return (
    <p>
      {t('acted')} {removed && t('removed')}
    </p>
  )
}

/** Shows why the team did not act, and lets the reporter object once. */
function NoBreach({ report: { id, reason, objectBy, objected, objectionOutcome } }: Props) {
  const t = useTexts(ownReportTexts)
  const [isObjecting, setObjecting] = useState(false)
  return (
    <>
      <p>{t(reason === 'NOT_FOUND' ? 'notFound' : 'noBreach')}</p>
      {objected && !objectionOutcome && <p>{t('objected')}</p>}
      {objectBy && !objected && !isObjecting && (
        <div className={styles.actions}>
          <Button variant="outlined" onClick={() => setObjecting(true)}>
            {t('object')}
          </Button>
        </div>
      )}
      {objectBy && !objected && isObjecting && (
        <ObjectForm id={id} objectBy={objectBy} onCancel={() => setObjecting(false)} />
      )}
    </>
  )
}

/** Shows the team's answer to the objection. */
function ObjectionAnswer({ report: { objectionOutcome, objectionAnswer } }: Props) {
  const t = useTexts(ownReportTexts)
  if (!objectionOutcome) return null
  return (
    <>
      <p>{t(objectionOutcome === 'UPHELD' ? 'objectionUpheld' : 'objectionOverturned')}</p>
      {objectionAnswer && (
        <p className={styles.words} dir="auto">
          {objectionAnswer}
        </p>
      )}
    </>
  )
}

function Overturned() {
  const t = useTexts(ownReportTexts)
  return <p>{t('overturned')}</p>
}

const BODIES = {
  RECEIVED: Received,
  ASKED: QuestionForm,
  ACTED: Acted,
  NO_BREACH: NoBreach,
  OVERTURNED: Overturned,
} as const satisfies Record<ReportState, (props: Props) => ReactNode>

/** Shows one of the member's own reports with its outcome. */
export function ReportRow({ report }: Props) {
  const t = useTexts(ownReportTexts)
  const tCategory = useTexts(categoryTexts)
  const { at } = useReportTimes()
  const { kind, name, category, state, filedAt } = report
  const Body = BODIES[state]
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <h2 className={styles.kind}>{t(`kind.${kind}`)}</h2>
        <Chip tone={TONES[state]} small>
          {t(`state.${state}`)}
        </Chip>
      </div>
      <p className={styles.facts}>{joinFacts(name, tCategory(category), t('filed', { time: at(filedAt) }))}</p>
      <Body report={report} />
      <ObjectionAnswer report={report} />
    </li>
  )
}
