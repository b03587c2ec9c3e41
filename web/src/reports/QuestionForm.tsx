import { TEXT_AREA_MAX } from '@app/contract/limits'
import type { Report } from '@app/contract/safety/reports'
import { isVisible } from '@app/contract/text/normalize'
import { useForm } from '../lib/forms/use-form.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { FieldError, TextArea } from '../ui/forms/Field.tsx'
import { Segmented } from '../ui/forms/Segmented.tsx'
import styles from './own-reports.module.css'
import { ownReportTexts } from './own-texts.ts'
import { answerQuestion } from './store.ts'

type Values = { words: string; wider: 'yes' | 'no' | null }

/**
 * Shows the team's question, and the form that answers it. The answer may include whether the team may read more of the
 * chat.
 */
export function QuestionForm({ report: { id, question, wider: asksForWider } }: { report: Report }) {
  const t = useTexts(ownReportTexts)
  const { field, values, set, form, errorOf, isPending } = useForm<Values, void>({
    initial: { words: '', wider: null },
    validate: ({ words, wider }) => {
      const problem = wider === null && !isVisible(words) ? 'field.required' : undefined
      return asksForWider ? { wider: problem } : { words: problem }
    },
    send: ({ words, wider }) =>
      answerQuestion(id, {
        ...(isVisible(words) ? { words } : {}),
        ...(wider === null ? {} : { wider: wider === 'yes' }),
      }),
  })
  const widerError = errorOf('wider')
  return (
    <form {...form} className={styles.form}>
      {question && (
        <p className={styles.question}>
          <strong>{t('question')}</strong> <span dir="auto">{question}</span>
        </p>
      )}
      {asksForWider && (
        <div className={styles.wider}>
          <p>{t('widerAsked')}</p>
          <Segmented<'yes' | 'no'>
            label={t('widerAsked')}
            choices={[
              { value: 'yes', label: t('widerYes') },
              { value: 'no', label: t('widerNo') },
            ]}
            value={values.wider}
            invalid={widerError !== undefined}
            onChange={(wider) => set({ wider })}
          />
          {widerError && <FieldError>{widerError}</FieldError>}
        </div>
      )}
      <TextArea
        {...field('words')}
        label={t('answer')}
        aside={`${values.words.length}/${TEXT_AREA_MAX}`}
        maxLength={TEXT_AREA_MAX}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={isPending} busyLabel={t('sending')}>
          {t('answerSend')}
        </Button>
      </div>
    </form>
  )
}
