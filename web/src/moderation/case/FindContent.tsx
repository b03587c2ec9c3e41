import type { Case, CaseRow } from '@app/contract/safety/cases'
import { NOTICE_ADDRESS_MAX } from '@app/contract/safety/report-rules'
import { isVisible } from '@app/contract/text/normalize'
import { useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import type { ApiError } from '../../lib/http/api-error.ts'
import { inSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FieldError, TextField } from '../../ui/forms/Field.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import { postFind } from '../api.ts'
import { caseUrl } from '../case-url.ts'
import { useDecisionProblem } from '../decide/use-decision-problem.ts'
import { queueTexts } from '../queue/queue-texts.ts'
import styles from './case.module.css'
import { caseTexts } from './case-texts.ts'
import { findTexts } from './find-texts.ts'
import { loadEvidence, reloadCase } from './open-case.ts'
import { FINDABLE_KINDS, type FindableKind, PARENTS, subjectOfAddress } from './subject-of-address.ts'

type Values = { kind: FindableKind; id: string; parentId: string }

/** Returns the form values for the content whose URL a text contains, or null. */
function valuesOf(text: string): Values | null {
  const subject = subjectOfAddress(text)
  return subject && { kind: subject.kind, id: subject.id, parentId: subject.parentId ?? '' }
}

const validate = ({ kind, id, parentId }: Values) => ({
  id: isVisible(id) ? undefined : 'field.required',
  parentId: PARENTS[kind] && !isVisible(parentId) ? 'field.required' : undefined,
})

/** Shows the address of a notice, as text, and attaches the content that the admin has found there to the case. */
export function FindContent({ shown: { row, address } }: { shown: Case }) {
  const t = useTexts(findTexts)
  const tCase = useTexts(caseTexts)
  const tQueue = useTexts(queueTexts)
  const navigate = useNavigate()
  const { problem, report } = useDecisionProblem()
  const { field, values, set, form, isPending } = useForm<Values, CaseRow>({
    initial: valuesOf(address ?? '') ?? { kind: 'PROFILE', id: '', parentId: '' },
    validate,
    send: ({ kind, id, parentId }) =>
      postFind(row.id, {
        version: row.version,
        subject: { kind, id: id.trim(), ...(PARENTS[kind] && { parentId: parentId.trim() }) },
      }),
    onSent: inSession((found: CaseRow) => {
      if (found.id === row.id) {
        showToast({ text: t('found') })
        void Promise.all([reloadCase(), loadEvidence(row.id)])
      } else {
        showToast({ text: t('merged', { number: found.id }) })
        void navigate(caseUrl(found.id), { replace: true })
      }
    }),
    serverErrorsOf: ({ code }): Partial<Record<keyof Values, string>> => {
      if (code === 'NOT_FOUND') return { id: t('missing') }
      return code === 'VALIDATION' ? { id: 'field.invalid' } : {}
    },
    report: (error: ApiError | null) =>
      report(error?.code === 'NOT_FOUND' || error?.code === 'VALIDATION' ? null : error),
  })
  const parent = PARENTS[values.kind]
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>{t('title')}</h2>
      </div>
      <form {...form} className={styles.dialogForm}>
        <p>{t('lead')}</p>
        {address && (
          <div>
            <p className={styles.time}>{tCase('address')}</p>
            <p className={styles.partWords} dir="auto">
              {address}
            </p>
          </div>
        )}
        <SelectField
          label={t('kind')}
          choices={FINDABLE_KINDS.map((value) => ({ value, label: tQueue(`kind.${value}`) }))}
          value={values.kind}
          onChange={(kind) => set({ kind: kind as FindableKind })}
        />
        <TextField
          label={t(values.kind === 'PROFILE' ? 'idOfProfile' : 'id')}
          maxLength={NOTICE_ADDRESS_MAX}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...field('id')}
          onChange={({ target }) => set(valuesOf(target.value) ?? { id: target.value })}
        />
        {parent && (
          <TextField label={t(`parent.${parent}`)} inputMode="numeric" autoComplete="off" {...field('parentId')} />
        )}
        {problem && <FieldError>{problem}</FieldError>}
        <div>
          <Button type="submit" busy={isPending} busyLabel={t('finding')}>
            {t('find')}
          </Button>
        </div>
      </form>
    </section>
  )
}
