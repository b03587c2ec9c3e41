import { TEXT_AREA_MAX } from '@app/contract/limits'
import type { Case } from '@app/contract/safety/cases'
import type { Statement } from '@app/contract/safety/decisions'
import { REASONS, type ReasonCode } from '@app/contract/safety/reason-texts'
import { isVisible } from '@app/contract/text/normalize'
import { Check, Gavel } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { inSession } from '../../lib/http/session.ts'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { useSafetyProblem } from '../../lib/reporting/use-safety-problem.ts'
import { useNow } from '../../lib/text/clock.ts'
import { useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FieldError, TextArea } from '../../ui/forms/Field.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import { TogglePills } from '../../ui/forms/TogglePills.tsx'
import { postDecision } from '../api.ts'
import type { EvidenceState } from '../case/EvidenceColumn.tsx'
import { keepingTexts } from '../case/open-case.ts'
import { useFindNextUrl } from '../figures/series.ts'
import { DismissDialog } from './DismissDialog.tsx'
import styles from './decide.module.css'
import { decideTexts } from './decide-texts.ts'
import {
  type DecisionValues,
  type MeasureKind,
  previewStatement,
  RESTRICTION_DAYS,
  SUSPENSION_DAYS,
  toActions,
  toggleKind,
} from './decision-values.ts'
import { RecentTexts, rememberText } from './RecentTexts.tsx'
import { submitWithKeys } from './submit-keys.ts'
import { useDecisionProblem } from './use-decision-problem.ts'

const KINDS: readonly MeasureKind[] = ['REMOVE', 'WARN', 'RESTRICT', 'SUSPEND', 'BAN']
const SCOPES = ['CONTACT', 'POST', 'UPLOAD'] as const
const CODES = (Object.keys(REASONS) as ReasonCode[]).filter((code) => code !== 'NO_BREACH' && code !== 'NOT_FOUND')

/** Returns the reasons of a decision as choices, each with the section or the law that it refers to. */
function useReasonChoices(): { value: string; label: string }[] {
  const t = useTexts(decideTexts)
  const isEnglish = useLanguage() === 'ENGLISH'
  const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
  return CODES.map((value) => {
    const { label, reference } = REASONS[value]
    const [name, source] = isEnglish ? [label.en, reference.en] : [label.sv, reference.sv]
    return { value, label: t('reasonOf', { label: name, reference: isEnglish ? source : lower(source) }) }
  })
}

type FormState = { values: DecisionValues; set: (change: Partial<DecisionValues>) => void }
export type RenderPreview = (statement: Statement) => ReactNode

type Props = {
  shown: Case
  state: FormState
  initial: DecisionValues
  evidence: EvidenceState
  preview: RenderPreview
}

/** Lets the admin choose the actions of a decision. Some actions exclude each other, such as a warning and a ban. */
function Actions({ shown: { row, allowed }, state: { values, set } }: Pick<Props, 'shown' | 'state'>) {
  const t = useTexts(decideTexts)
  const id = useId()
  return (
    <fieldset aria-labelledby={id}>
      <p className="visually-hidden" id={id}>
        {t('actions')}
      </p>
      <div className={styles.pills}>
        {KINDS.filter((kind) => allowed.includes(kind)).map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.pill}
            aria-pressed={values.kinds.includes(kind)}
            onClick={() => set({ kinds: toggleKind(values.kinds, kind) })}
          >
            {values.kinds.includes(kind) && <Check size="1rem" strokeWidth={2.5} aria-hidden />}
            {kind === 'REMOVE' ? t(`remove.${row.kind}`) : t(kind)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** Lets the admin choose the scope of a restriction, and the duration of a restriction or a suspension. */
function Extent({ values, set }: FormState) {
  const t = useTexts(decideTexts)
  const choices = (days: readonly string[]) => days.map((value) => ({ value, label: t('days', { count: value }) }))
  return (
    <>
      {values.kinds.includes('RESTRICT') && (
        <div className={styles.extent}>
          <TogglePills
            legend={t('scopes')}
            choices={SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
            values={values.scopes}
            onChange={(scopes) => set({ scopes })}
          />
          <Segmented
            label={t('howLong')}
            choices={choices(RESTRICTION_DAYS)}
            value={values.restrictionDays}
            onChange={(restrictionDays) => set({ restrictionDays })}
            stretch
          />
        </div>
      )}
      {values.kinds.includes('SUSPEND') && (
        <div className={styles.extent}>
          <Segmented
            label={t('howLong')}
            choices={choices(SUSPENSION_DAYS)}
            value={values.suspensionDays}
            onChange={(suspensionDays) => set({ suspensionDays })}
            stretch
          />
        </div>
      )}
      {values.kinds.includes('BAN') && <p className={styles.hint}>{t('banPending')}</p>}
    </>
  )
}

/** Shows the form that decides the case, with a live preview of the statement for the member. */
export function DecideForm({ shown, state, initial, evidence, preview }: Props) {
  const t = useTexts(decideTexts)
  const navigate = useNavigate()
  const findNextUrl = useFindNextUrl()
  const now = useNow()
  const disputeAddress = useAppConfig((config) => config.disputeAddress ?? null)
  const reasons = useReasonChoices()
  const [isDismissing, setDismissing] = useState(false)
  const problemOf = useSafetyProblem()
  const { problem, report } = useDecisionProblem()
  const { row, allowed, language } = shown
  const { field, values, set, form, errorOf, isPending } = useForm({
    initial,
    state,
    validate: ({ kinds, scopes, facts }) => ({
      kinds:
        kinds.length === 0 || (kinds.includes('RESTRICT') && scopes.length === 0)
          ? problemOf('decision.actions')
          : undefined,
      facts: isVisible(facts) ? undefined : problemOf('decision.facts'),
    }),
    send: async (decision) => {
      const remember = inSession(rememberText)
      const { reason, facts, note } = decision
      const { secondLook } = await keepingTexts([facts, note], () =>
        postDecision(row.id, {
          ...{ version: row.version, reason, facts, actions: toActions(decision) },
          ...(isVisible(note) && { note }),
        }),
      )
      remember(reason, facts)
      return { secondLook, nextUrl: await findNextUrl() }
    },
    onSent: inSession(({ secondLook, nextUrl }: { secondLook: boolean; nextUrl: string }) => {
      showToast({ text: t(secondLook ? 'secondLook' : 'decided') })
      void navigate(nextUrl)
    }),
    serverErrorsOf: (error) =>
      error.fields.some(({ path }) => path.startsWith('actions')) ? { kinds: problemOf('decision.actions') } : {},
    report,
  })
  const kindsError = errorOf('kinds')
  return (
    <>
      <form {...form} className={styles.form} onKeyDown={submitWithKeys}>
        <h2>{t('title')}</h2>
        <div data-invalid={kindsError ? true : undefined} tabIndex={-1}>
          <Actions shown={shown} state={{ values, set }} />
          {kindsError && <FieldError>{kindsError}</FieldError>}
        </div>
        <Extent values={values} set={set} />
        {!allowed.includes('BAN') && allowed.includes('SUSPEND') && <p className={styles.hint}>{t('banAlone')}</p>}
        <SelectField
          label={t('reason')}
          choices={reasons}
          value={values.reason}
          onChange={(reason) => set({ reason: reason as ReasonCode })}
        />
        <TextArea
          {...field('facts')}
          label={t('facts')}
          hint={language ? t(`factsHint.${language}`) : undefined}
          aside={`${values.facts.length}/${TEXT_AREA_MAX}`}
          maxLength={TEXT_AREA_MAX}
        />
        <RecentTexts reason={values.reason} isShown={values.facts === ''} onPick={(facts) => set({ facts })} />
        {values.kinds.length > 0 && preview(previewStatement(shown, values, { now, disputeAddress }))}
        <TextArea {...field('note')} label={t('note')} maxLength={TEXT_AREA_MAX} />
        <div className={styles.foot}>
          {problem && (
            <div role="alert" className={styles.problem}>
              <FieldError>{problem}</FieldError>
            </div>
          )}
          {evidence === 'damaged' && <p className={styles.damaged}>{t('damaged')}</p>}
          {allowed.includes('DISMISS') && (
            <Button variant="quiet" disabled={evidence !== 'intact'} onClick={() => setDismissing(true)}>
              {t('dismiss')}
            </Button>
          )}
          <Button
            type="submit"
            icon={Gavel}
            disabled={evidence !== 'intact'}
            busy={isPending}
            busyLabel={t('deciding')}
          >
            {t('decide')}
          </Button>
        </div>
      </form>
      <DismissDialog shown={shown} open={isDismissing} onClose={() => setDismissing(false)} />
    </>
  )
}
