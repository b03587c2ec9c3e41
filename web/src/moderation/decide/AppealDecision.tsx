import { TEXT_AREA_MAX } from '@app/contract/limits'
import type { Case } from '@app/contract/safety/cases'
import type { Statement } from '@app/contract/safety/decisions'
import { isVisible } from '@app/contract/text/normalize'
import { useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { inSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FieldError, TextArea } from '../../ui/forms/Field.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { postAppealDecision } from '../api.ts'
import { keepingTexts } from '../case/open-case.ts'
import { AppealWords } from './AppealWords.tsx'
import type { RenderPreview } from './DecideForm.tsx'
import styles from './decide.module.css'
import { decideTexts } from './decide-texts.ts'
import { submitWithKeys } from './submit-keys.ts'
import { useDecisionProblem } from './use-decision-problem.ts'

type Props = { shown: Case; decision: Statement; preview: RenderPreview }
type Values = { outcome: 'UPHELD' | 'OVERTURNED' | null; words: string }

/** Shows the form that decides a member's appeal or a reporter's objection. */
export function AppealDecision({ shown, decision, preview }: Props) {
  const { row, ownPart } = shown
  const t = useTexts(decideTexts)
  const navigate = useNavigate()
  const { problem, report } = useDecisionProblem()
  const { field, values, set, form, errorOf, isPending } = useForm<Values, unknown>({
    initial: { outcome: null, words: '' },
    validate: ({ outcome, words }) => ({
      outcome: outcome ? undefined : 'field.required',
      words: isVisible(words) ? undefined : 'field.required',
    }),
    send: async ({ outcome, words }) => {
      if (outcome)
        await keepingTexts([words], () => postAppealDecision(decision.id, { version: row.version, outcome, words }))
    },
    onSent: inSession(() => {
      showToast({ text: t('appealDone') })
      void navigate('/moderation')
    }),
    report,
  })
  const outcomeError = errorOf('outcome')
  return (
    <form {...form} className={styles.form} onKeyDown={submitWithKeys}>
      <AppealWords shown={shown} />
      {preview({ ...decision, appealWords: null })}
      {ownPart && <p className={styles.hint}>{t(`alone.${ownPart.kind}`)}</p>}
      <div>
        <Segmented<'UPHELD' | 'OVERTURNED'>
          label={t('outcome')}
          choices={[
            { value: 'UPHELD', label: t('uphold') },
            { value: 'OVERTURNED', label: t('overturn') },
          ]}
          value={values.outcome}
          invalid={outcomeError !== undefined}
          onChange={(outcome) => set({ outcome })}
          stretch
        />
        {outcomeError && <FieldError>{outcomeError}</FieldError>}
      </div>
      <TextArea
        {...field('words')}
        label={t('appealAnswer')}
        aside={`${values.words.length}/${TEXT_AREA_MAX}`}
        maxLength={TEXT_AREA_MAX}
      />
      <div className={styles.foot}>
        {problem && (
          <div role="alert" className={styles.problem}>
            <FieldError>{problem}</FieldError>
          </div>
        )}
        <Button type="submit" busy={isPending} busyLabel={t('deciding')}>
          {t('appealSend')}
        </Button>
      </div>
    </form>
  )
}
