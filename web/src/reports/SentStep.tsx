import type { Report } from '@app/contract/safety/reports'
import type { SubjectKind } from '@app/contract/safety/subjects'
import type { ReportRequest } from '../lib/reporting/request-report.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { HelpBox } from './HelpBox.tsx'
import styles from './report.module.css'
import { type Moment, Timeline } from './Timeline.tsx'
import { reportTexts } from './texts.ts'
import { useReportTimes } from './use-report-times.ts'

/** The texts for subjects that only the reporter has received, so that the author may guess the reporter. */
const GUESSES: Partial<Record<SubjectKind, 'mayGuess' | 'mayGuessInvite'>> = {
  CHAT_MESSAGE: 'mayGuess',
  GROUP_INVITE: 'mayGuessInvite',
}

type Props = {
  request: ReportRequest
  /** Null while the report waits for the network. */
  report: Report | null
  hasHelp: boolean
  isBlocked: boolean
  onClose: () => void
  onShowReports: () => void
}

function useMoments({ request: { subject, name }, report, isBlocked }: Props): Moment[] {
  const t = useTexts(reportTexts)
  const { by } = useReportTimes()
  const done = { title: t('step.done'), text: t('step.answer') }
  if (!report) {
    return [
      { title: t('step.now'), text: t('step.onDevice') },
      { title: t('step.online'), text: t('step.sendsItself') },
      done,
    ]
  }
  const saved = t(subject.kind === 'CHAT_MESSAGE' ? 'step.saved' : 'step.savedOther')
  const blocked = isBlocked && name !== null ? ` ${t('step.blocked', { name })}` : ''
  return [
    { title: t('step.now'), text: saved + blocked },
    { title: t('step.by', { time: by(report.aimAt) }), text: t('step.read') },
    done,
  ]
}

/** Confirms that the report is filed or waiting, and shows where to find help and what happens next. */
export function SentStep(props: Props) {
  const { request, hasHelp, onClose, onShowReports } = props
  const { subject, name } = request
  const t = useTexts(reportTexts)
  const guess = GUESSES[subject.kind] ?? 'neverWho'
  return (
    <>
      {hasHelp && <HelpBox />}
      <Timeline moments={useMoments(props)} />
      <p className={styles.guess}>{name === null ? t('neverWhoOther') : t(guess, { name })}</p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onShowReports}>
          {t('mine')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </>
  )
}
