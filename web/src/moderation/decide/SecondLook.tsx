import { TEXT_AREA_MAX } from '@app/contract/limits'
import type { Case } from '@app/contract/safety/cases'
import { isVisible } from '@app/contract/text/normalize'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { inSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FieldError, TextArea } from '../../ui/forms/Field.tsx'
import { postConfirmation } from '../api.ts'
import type { EvidenceState } from '../case/EvidenceColumn.tsx'
import { keepingTexts } from '../case/open-case.ts'
import { AppealWords } from './AppealWords.tsx'
import type { RenderPreview } from './DecideForm.tsx'
import styles from './decide.module.css'
import { decideTexts } from './decide-texts.ts'
import { useDecisionProblem } from './use-decision-problem.ts'

type Props = { shown: Case; evidence: EvidenceState; preview: RenderPreview }

/** Lets the admin confirm or refuse the decision of another admin. */
export function SecondLook({ shown, evidence, preview }: Props) {
  const { row, decision, appealWords } = shown
  const t = useTexts(decideTexts)
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const [isPending, setPending] = useState(false)
  const { problem, report } = useDecisionProblem()
  async function answer(confirmed: boolean): Promise<void> {
    setPending(true)
    report(null)
    const onAnswered = inSession(() => {
      showToast({ text: t(confirmed ? 'confirmed' : 'refused') })
      void navigate('/moderation')
    })
    try {
      await keepingTexts([words], () =>
        postConfirmation(row.id, { version: row.version, confirmed, ...(isVisible(words) && { words }) }),
      )
      onAnswered()
    } catch (error) {
      report(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <div className={styles.form}>
      <h2>{t('secondLookTitle')}</h2>
      <p className={styles.hint}>{t('secondLookText')}</p>
      {appealWords && (
        <>
          <AppealWords shown={shown} />
          <p className={styles.hint}>{t('appealDuringLook')}</p>
        </>
      )}
      {decision && preview({ ...decision, appealWords: null })}
      <TextArea
        label={t('words')}
        value={words}
        maxLength={TEXT_AREA_MAX}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className={styles.foot}>
        {problem && (
          <div role="alert" className={styles.problem}>
            <FieldError>{problem}</FieldError>
          </div>
        )}
        <Button variant="quiet" busy={isPending} busyLabel={t('confirmNo')} onClick={() => void answer(false)}>
          {t('confirmNo')}
        </Button>
        <Button
          disabled={evidence !== 'intact'}
          busy={isPending}
          busyLabel={t('deciding')}
          onClick={() => void answer(true)}
        >
          {t('confirm')}
        </Button>
      </div>
    </div>
  )
}
