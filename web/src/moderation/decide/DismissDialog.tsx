import type { Id } from '@app/contract/base'
import { TEXT_AREA_MAX } from '@app/contract/limits'
import type { Case } from '@app/contract/safety/cases'
import { REASONS } from '@app/contract/safety/reason-texts'
import { isVisible } from '@app/contract/text/normalize'
import { useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { inSession } from '../../lib/http/session.ts'
import { useSafetyProblem } from '../../lib/reporting/use-safety-problem.ts'
import { useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FieldError, TextArea } from '../../ui/forms/Field.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import { TogglePills } from '../../ui/forms/TogglePills.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { postDecision } from '../api.ts'
import styles from '../case/case.module.css'
import { keepingTexts } from '../case/open-case.ts'
import { useFindNextUrl } from '../figures/series.ts'
import { decideTexts } from './decide-texts.ts'
import { RecentTexts, rememberText } from './RecentTexts.tsx'
import { submitWithKeys } from './submit-keys.ts'
import { useDecisionProblem } from './use-decision-problem.ts'

type Props = { shown: Case; open: boolean; onClose: () => void }
type Dismissal = 'NO_BREACH' | 'NOT_FOUND'
type Values = { reason: Dismissal; facts: string; note: string; abusive: readonly Id[] }

const DISMISSALS: readonly Dismissal[] = ['NO_BREACH', 'NOT_FOUND']

function DismissForm({ shown: { row, reports }, onClose }: Omit<Props, 'open'>) {
  const t = useTexts(decideTexts)
  const navigate = useNavigate()
  const findNextUrl = useFindNextUrl()
  const isEnglish = useLanguage() === 'ENGLISH'
  const problemOf = useSafetyProblem()
  const { problem, report } = useDecisionProblem()
  const { field, values, set, form, isPending } = useForm<Values, string>({
    initial: { reason: 'NO_BREACH', facts: '', note: '', abusive: [] },
    validate: ({ facts }) => ({ facts: isVisible(facts) ? undefined : problemOf('decision.facts') }),
    send: async ({ reason, facts, note, abusive }) => {
      const remember = inSession(rememberText)
      await keepingTexts([facts, note], () =>
        postDecision(row.id, {
          ...{ version: row.version, reason, facts, actions: [{ kind: 'DISMISS' }] },
          ...(isVisible(note) && { note }),
          ...(abusive.length > 0 && { abusive: [...abusive] }),
        }),
      )
      remember(reason, facts)
      return findNextUrl()
    },
    onSent: inSession((nextUrl: string) => {
      showToast({ text: t('dismissed') })
      void navigate(nextUrl)
    }),
    report,
  })
  return (
    <form {...form} className={styles.dialogForm} onKeyDown={submitWithKeys}>
      <p>{t('dismissText')}</p>
      <SelectField
        label={t('reason')}
        choices={DISMISSALS.map((value) => ({
          value,
          label: isEnglish ? REASONS[value].label.en : REASONS[value].label.sv,
        }))}
        value={values.reason}
        onChange={(reason) => set({ reason: reason as Dismissal })}
      />
      <TextArea
        {...field('facts')}
        label={t('dismissFacts')}
        aside={`${values.facts.length}/${TEXT_AREA_MAX}`}
        maxLength={TEXT_AREA_MAX}
      />
      <RecentTexts reason={values.reason} isShown={values.facts === ''} onPick={(facts) => set({ facts })} />
      {reports.length > 0 && (
        <TogglePills
          legend={t('abusive')}
          choices={reports.map(({ id, letter }) => ({ value: id, label: t('abusiveOf', { letter }) }))}
          values={values.abusive}
          onChange={(abusive) => set({ abusive })}
        />
      )}
      <TextArea {...field('note')} label={t('note')} maxLength={TEXT_AREA_MAX} />
      {problem && <FieldError>{problem}</FieldError>}
      <div className={styles.dialogActions}>
        <Button variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={isPending} busyLabel={t('deciding')}>
          {t('dismiss')}
        </Button>
      </div>
    </form>
  )
}

/** Shows the form that dismisses a case with a reason, and marks reports that were made in bad faith. */
export function DismissDialog({ open, ...props }: Props) {
  const t = useTexts(decideTexts)
  return (
    <Dialog title={t('dismissTitle')} open={open} onClose={props.onClose} unsaved wide>
      <DismissForm {...props} />
    </Dialog>
  )
}
