import { TEXT_AREA_MAX } from '@app/contract/limits'
import type { Case } from '@app/contract/safety/cases'
import { isVisible } from '@app/contract/text/normalize'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { inSession } from '../../lib/http/session.ts'
import { useSafetyProblem } from '../../lib/reporting/use-safety-problem.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { FieldError, TextArea } from '../../ui/forms/Field.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { postQuestion, postWider } from '../api.ts'
import { decideTexts } from '../decide/decide-texts.ts'
import { useDecisionProblem } from '../decide/use-decision-problem.ts'
import styles from './case.module.css'
import { caseTexts } from './case-texts.ts'
import { reloadCase } from './open-case.ts'

type Props = { shown: Case; open: boolean; onClose: () => void }
type Values = { letter: string; question: string; asksForWider: boolean }

/**
 * Shows the form that sends a reporter a question, or a request to read more of the chat. The case then waits for the
 * answer. In a critical case, another admin can be asked to permit the reading instead.
 */
function AskForm({ shown, onClose }: Omit<Props, 'open'>) {
  const t = useTexts(caseTexts)
  const tDecide = useTexts(decideTexts)
  const navigate = useNavigate()
  const { reports, row, allowed, wider } = shown
  const memberReports = reports.filter(({ notice }) => !notice)
  const problemOf = useSafetyProblem()
  const { problem, report } = useDecisionProblem()
  const canAskForWider = allowed.includes('WIDER') && wider === 'NONE'
  const { field, values, set, form, isPending } = useForm<Values, void>({
    initial: { letter: memberReports[0]?.letter ?? '', question: '', asksForWider: false },
    validate: ({ question }) => ({ question: isVisible(question) ? undefined : problemOf('report.question') }),
    send: async ({ letter, question, asksForWider }) => {
      const reportId = memberReports.find((other) => other.letter === letter)?.id
      if (!reportId) return
      const request = { version: row.version, reportId, question }
      await (asksForWider ? postWider(row.id, request) : postQuestion(row.id, request))
    },
    onSent: inSession(() => {
      showToast({ text: t('asked') })
      void navigate('/moderation')
    }),
    report,
  })
  const [isRequestingWider, setRequestingWider] = useState(false)
  async function requestWider(): Promise<void> {
    setRequestingWider(true)
    try {
      await postWider(row.id, { version: row.version })
      await reloadCase()
      onClose()
    } catch (error) {
      report(error)
    } finally {
      setRequestingWider(false)
    }
  }
  return (
    <form {...form} className={styles.dialogForm}>
      <p>{t('askText')}</p>
      {memberReports.length > 1 && (
        <Segmented
          label={t('askWhom')}
          choices={memberReports.map(({ letter }) => ({ value: letter, label: letter }))}
          value={values.letter}
          onChange={(letter) => set({ letter })}
        />
      )}
      <TextArea
        {...field('question')}
        label={t('askQuestion')}
        aside={`${values.question.length}/${TEXT_AREA_MAX}`}
        maxLength={TEXT_AREA_MAX}
      />
      {canAskForWider && (
        <Checkbox checked={values.asksForWider} onChange={({ target }) => set({ asksForWider: target.checked })}>
          {t('askWider')}
        </Checkbox>
      )}
      {problem && <FieldError>{problem}</FieldError>}
      <div className={styles.dialogActions}>
        {canAskForWider && row.severity === 'CRITICAL' && (
          <Button
            variant="quiet"
            busy={isRequestingWider}
            busyLabel={t('wantWider')}
            onClick={() => void requestWider()}
          >
            {t('wantWider')}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {tDecide('cancel')}
        </Button>
        <Button type="submit" busy={isPending} busyLabel={t('askSend')}>
          {t('askSend')}
        </Button>
      </div>
    </form>
  )
}

export const AskDialog = ({ open, ...props }: Props) => {
  const t = useTexts(caseTexts)
  return (
    <Dialog title={t('ask')} open={open} onClose={props.onClose} wide>
      <AskForm {...props} />
    </Dialog>
  )
}
