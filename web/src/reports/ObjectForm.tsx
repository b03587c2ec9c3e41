import type { Id, Instant } from '@app/contract/base'
import { TEXT_AREA_MAX } from '@app/contract/limits'
import { isVisible } from '@app/contract/text/normalize'
import { useForm } from '../lib/forms/use-form.ts'
import { useSafetyProblem } from '../lib/reporting/use-safety-problem.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { TextArea } from '../ui/forms/Field.tsx'
import styles from './own-reports.module.css'
import { ownReportTexts } from './own-texts.ts'
import { objectToReport } from './store.ts'
import { useReportTimes } from './use-report-times.ts'

type Props = { id: Id; objectBy: Instant; onCancel: () => void }

/** Shows the form that objects to the decision about a report. */
export function ObjectForm({ id, objectBy, onCancel }: Props) {
  const t = useTexts(ownReportTexts)
  const { date } = useReportTimes()
  const problemOf = useSafetyProblem()
  const { field, values, form, isPending } = useForm({
    initial: { words: '' },
    validate: ({ words }) => ({ words: isVisible(words) ? undefined : problemOf('appeal.words') }),
    send: ({ words }) => objectToReport(id, words),
  })
  return (
    <form {...form} className={styles.form}>
      <TextArea
        {...field('words')}
        label={t('missed')}
        hint={t('objectLead', { date: date(objectBy) })}
        aside={`${values.words.length}/${TEXT_AREA_MAX}`}
        maxLength={TEXT_AREA_MAX}
        autoFocus
      />
      <div className={styles.actions}>
        <Button type="submit" busy={isPending} busyLabel={t('sending')}>
          {t('objectSend')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
