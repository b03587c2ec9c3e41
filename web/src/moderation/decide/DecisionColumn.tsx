import type { Case } from '@app/contract/safety/cases'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FieldError } from '../../ui/forms/Field.tsx'
import { postWiderApproval } from '../api.ts'
import { caseTexts } from '../case/case-texts.ts'
import type { EvidenceState } from '../case/EvidenceColumn.tsx'
import { loadEvidence, reloadCase, useOpenCase } from '../case/open-case.ts'
import { useCaseTimes } from '../case/use-case-times.ts'
import { AppealDecision } from './AppealDecision.tsx'
import { AppealWords } from './AppealWords.tsx'
import { DecideForm, type RenderPreview } from './DecideForm.tsx'
import { DismissDialog } from './DismissDialog.tsx'
import styles from './decide.module.css'
import { decideTexts } from './decide-texts.ts'
import type { DecisionValues } from './decision-values.ts'
import { SecondLook } from './SecondLook.tsx'
import { useDecisionProblem } from './use-decision-problem.ts'

type Props = {
  shown: Case
  state: { values: DecisionValues; set: (change: Partial<DecisionValues>) => void }
  initial: DecisionValues
  evidence: EvidenceState
  preview: RenderPreview
}

/** Lets the admin approve that a colleague reads more of the chat. */
function ApproveWider({ shown: { row } }: Pick<Props, 'shown'>) {
  const t = useTexts(caseTexts)
  const [isPending, setPending] = useState(false)
  const { problem, report } = useDecisionProblem()
  async function approve(): Promise<void> {
    setPending(true)
    report(null)
    try {
      await postWiderApproval(row.id, { version: row.version })
      await Promise.all([reloadCase(), loadEvidence(row.id)])
    } catch (error) {
      report(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <div className={styles.form}>
      <p>{t('approveWiderText')}</p>
      {problem && <FieldError>{problem}</FieldError>}
      <Button busy={isPending} busyLabel={t('approveWider')} onClick={() => void approve()}>
        {t('approveWider')}
      </Button>
    </div>
  )
}

/** Explains that the content of a notice has to be found before a decision. Until then the case can only be dismissed. */
function NoticeDecision({ shown, evidence }: Pick<Props, 'shown' | 'evidence'>) {
  const t = useTexts(decideTexts)
  const [isDismissing, setDismissing] = useState(false)
  return (
    <div className={styles.form}>
      <h2>{t('title')}</h2>
      <p className={styles.hint}>{t('findFirst')}</p>
      <div className={styles.foot}>
        <Button variant="quiet" disabled={evidence !== 'intact'} onClick={() => setDismissing(true)}>
          {t('dismiss')}
        </Button>
      </div>
      <DismissDialog shown={shown} open={isDismissing} onClose={() => setDismissing(false)} />
    </div>
  )
}

/** Shows an appeal to an admin who may not answer it, with the reason, and the decision that it is against. */
function WaitingAppeal({ shown, preview }: Pick<Props, 'shown' | 'preview'>) {
  const t = useTexts(decideTexts)
  const { at } = useCaseTimes()
  const { decision, ownPart } = shown
  return (
    <div className={styles.form}>
      <Overtaken />
      <AppealWords shown={shown} />
      {ownPart && (
        <p className={styles.hint}>
          {ownPart.answerFrom
            ? t(`answerLater.${ownPart.kind}`, { time: at(ownPart.answerFrom) })
            : t(`otherAnswers.${ownPart.kind}`)}
        </p>
      )}
      {decision && preview({ ...decision, appealWords: null })}
    </div>
  )
}

/**
 * Shows that somebody else, or the admin in another tab, was faster, and the texts of the rejected request, so that they
 * can be copied.
 */
function Overtaken() {
  const t = useTexts(decideTexts)
  const texts = useOpenCase((state) => state.rejectedTexts)
  if (texts.length === 0) return null
  return (
    <>
      <div role="alert" className={styles.problem}>
        <FieldError>{t('overtaken')}</FieldError>
      </div>
      {texts.map((text) => (
        <blockquote key={text} className={styles.quote} dir="auto">
          {text}
        </blockquote>
      ))}
    </>
  )
}

const MEASURES: readonly Case['allowed'][number][] = ['DISMISS', 'REMOVE', 'WARN', 'RESTRICT', 'SUSPEND', 'BAN']

/** Shows the actions that the caller can take on the case now, or its decision. */
export function DecisionColumn(props: Props) {
  const t = useTexts(decideTexts)
  const { shown, evidence, preview } = props
  const { allowed, decision, row } = shown
  if (allowed.includes('APPROVE')) return <ApproveWider shown={shown} />
  if (allowed.includes('CONFIRM')) return <SecondLook shown={shown} evidence={evidence} preview={preview} />
  if (allowed.includes('APPEAL') && decision)
    return <AppealDecision shown={shown} decision={decision} preview={preview} />
  if (allowed.includes('FIND')) return <NoticeDecision shown={shown} evidence={evidence} />
  if (MEASURES.some((action) => allowed.includes(action))) return <DecideForm {...props} />
  if (row.state === 'APPEALED') return <WaitingAppeal shown={shown} preview={preview} />
  return (
    <div className={styles.form}>
      <Overtaken />
      <h2>{t('title')}</h2>
      {decision ? preview(decision) : <p className={styles.hint}>{t(row.state === 'ASKED' ? 'waiting' : 'none')}</p>}
    </div>
  )
}
