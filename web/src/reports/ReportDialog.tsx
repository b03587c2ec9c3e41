import type { Category } from '@app/contract/safety/categories'
import { CATEGORIES_WITH_HELP } from '@app/contract/safety/report-rules'
import { Check, Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReportRequest } from '../lib/reporting/request-report.ts'
import { useReportLabel } from '../lib/reporting/use-report-actions.ts'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { CategoryStep } from './CategoryStep.tsx'
import { canBlock } from './can-block.ts'
import { queueReport, useDraft } from './drafts.ts'
import { type Filing, useFiling } from './filing.ts'
import styles from './report.module.css'
import { SentStep } from './SentStep.tsx'
import { reportTexts } from './texts.ts'
import { useFold } from './use-fold.ts'
import { useReportTimes } from './use-report-times.ts'
import { WordsStep } from './WordsStep.tsx'

type Step = 'category' | 'words' | 'waiting' | 'sent'

/** Returns the step that confirms a report that is filed or waits for the network; null for all others. */
function doneStepOf(filing: Filing | null): 'waiting' | 'sent' | null {
  if (filing?.state === 'sent') return 'sent'
  return filing?.isWaiting ? 'waiting' : null
}

/** Returns the title of a step, and the lead below the title. */
function useHeading({ name, sentAt, ...request }: ReportRequest, step: Step): { title: string; lead: string } {
  const t = useTexts(reportTexts)
  const labelOf = useReportLabel()
  const { at } = useReportTimes()
  const anonymous = name === null ? t('anonymousOther') : t('anonymous', { name })
  switch (step) {
    case 'category':
      return { title: t('title'), lead: anonymous }
    case 'words': {
      const title = labelOf({ name, ...request })
      if (name === null || request.subject.kind === 'PROFILE') return { title, lead: anonymous }
      return { title, lead: sentAt ? t('fromAt', { name, time: at(sentAt) }) : t('from', { name }) }
    }
    case 'waiting':
      return { title: t('waitingTitle'), lead: t('waitingLead') }
    case 'sent':
      return { title: t('sentTitle'), lead: t('sentLead') }
  }
}

/** Returns the text about the progress of the report for screen readers. */
function useProgressText(filing: Filing | null): string {
  const t = useTexts(reportTexts)
  if (filing?.state === 'sent') return t('sentTitle')
  if (filing?.isWaiting) return t('waitingLead')
  return filing?.state === 'sending' || filing?.state === 'queued' ? t('sending') : ''
}

const Mark = ({ isSent }: { isSent: boolean }) => {
  const Icon = isSent ? Check : Clock
  return (
    <span className={classes(styles.mark, !isSent && styles.markWaiting)}>
      <Icon size="1.375rem" strokeWidth={1.75} aria-hidden />
    </span>
  )
}

type Props = {
  request: ReportRequest
  open: boolean
  onClose: () => void
  /** Called when the member wants to see their reports. */
  onShowReports: () => void
  /** Called when the report has also blocked the author. */
  onBlocked: (name: string) => void
}

/**
 * Asks for the category, then for optional words, then confirms that the report is filed or waits for the network.
 */
export function ReportDialog({ request, open, onClose, onShowReports, onBlocked }: Props) {
  const { subject, name } = request
  const { draft, change, remove } = useDraft(subject)
  const filing = useFiling(draft.clientId)
  const [isChoosing, setChoosing] = useState(draft.category === null)
  const step: Step = doneStepOf(filing) ?? (isChoosing ? 'category' : 'words')
  const heading = useHeading(request, step)
  const title = useRef<HTMLHeadingElement>(null)
  const content = useFold(step)
  const isDone = step === 'sent' || step === 'waiting'
  const { category } = draft
  const alsoBlock = draft.alsoBlock && canBlock(request)
  const choose = (chosen: Category) => {
    change({ category: chosen })
    setChoosing(false)
  }
  const send = () => {
    if (category) change({ clientId: queueReport(subject, category, { ...draft, alsoBlock }) })
  }

  useEffect(() => {
    if (isDone) title.current?.focus()
  }, [isDone])

  const blockedName = step === 'sent' && alsoBlock ? name : null
  const isBlockReported = useRef(false)
  useEffect(() => {
    if (step === 'sent') remove()
    if (blockedName === null || isBlockReported.current) return
    isBlockReported.current = true
    onBlocked(blockedName)
  }, [step, blockedName, remove, onBlocked])

  return (
    <Dialog
      {...heading}
      titleRef={title}
      mark={isDone && <Mark isSent={step === 'sent'} />}
      open={open}
      onClose={onClose}
      unsaved={step === 'words' && draft.words !== ''}
      wide
    >
      <p role="status" className="visually-hidden">
        {useProgressText(filing)}
      </p>
      <div ref={content}>
        {step === 'category' && <CategoryStep category={category} onChoose={choose} />}
        {step === 'words' && category && (
          <WordsStep
            request={request}
            category={category}
            draft={draft}
            change={change}
            filing={filing}
            onTitleFocus={() => title.current?.focus()}
            onChangeCategory={() => setChoosing(true)}
            onSend={send}
            onClose={onClose}
          />
        )}
        {isDone && category && (
          <SentStep
            request={request}
            report={filing?.report ?? null}
            hasHelp={CATEGORIES_WITH_HELP.has(category)}
            isBlocked={alsoBlock}
            onClose={onClose}
            onShowReports={onShowReports}
          />
        )}
      </div>
    </Dialog>
  )
}
