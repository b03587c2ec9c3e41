import { EMAIL_MAX, TEXT_AREA_MAX } from '@app/contract/limits'
import type { Category } from '@app/contract/safety/categories'
import { CATEGORY_GROUPS, NOTICE_ADDRESS_MAX, NOTICE_NAME_MAX } from '@app/contract/safety/report-rules'
import { isEmail } from '@app/contract/text/emails'
import { isVisible } from '@app/contract/text/normalize'
import type { SafetyProblem } from '@app/contract/text/safety-problems'
import { useId, useRef } from 'react'
import { useForm } from '../lib/forms/use-form.ts'
import { newClientId } from '../lib/http/client-id.ts'
import { categoryTexts } from '../lib/reporting/category-texts.ts'
import { useSafetyProblem } from '../lib/reporting/use-safety-problem.ts'
import { getLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import { EmailField } from '../ui/forms/EmailField.tsx'
import { FieldError, TextArea, TextField } from '../ui/forms/Field.tsx'
import { SelectField } from '../ui/forms/SelectField.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { postNotice } from './api.ts'
import styles from './notice.module.css'
import { noticeTexts } from './texts.ts'

/** The sent notice, as its confirmation shows it. */
export type SentNotice = { category: Category; email: string | null }

type Values = {
  category: Category | ''
  address: string
  reason: string
  name: string
  email: string
  goodFaith: boolean
}

const INITIAL: Values = { category: '', address: '', reason: '', name: '', email: '', goodFaith: false }
const CATEGORIES: readonly Category[] = CATEGORY_GROUPS.flat()

/** Notices of child abuse may be anonymous. */
const isAnonymousAllowed = ({ category }: Values): boolean => category === 'MINOR'

type ProblemOf = (problem: SafetyProblem) => string

function emailProblem(values: Values, problemOf: ProblemOf): string | undefined {
  if (!isVisible(values.email)) return isAnonymousAllowed(values) ? undefined : problemOf('notice.who')
  return isEmail(values.email) ? undefined : 'email.invalid'
}

const validate = (values: Values, problemOf: ProblemOf) => ({
  category: values.category === '' ? 'field.required' : undefined,
  address: isVisible(values.address) ? undefined : 'field.required',
  reason: isVisible(values.reason) ? undefined : problemOf('notice.reason'),
  name: isVisible(values.name) || isAnonymousAllowed(values) ? undefined : problemOf('notice.who'),
  email: emailProblem(values, problemOf),
  goodFaith: values.goodFaith ? undefined : problemOf('notice.goodFaith'),
})

async function send({ category, address, reason, name, email }: Values, clientId: string): Promise<SentNotice | null> {
  if (category === '') return null
  const sentEmail = isVisible(email) ? email.trim() : null
  await postNotice({
    ...{ category, address, reason, goodFaith: true, language: getLanguage(), clientId },
    ...(isVisible(name) && { name }),
    ...(sentEmail !== null && { email: sentEmail }),
  })
  return { category, email: sentEmail }
}

/** Shows the form with which somebody without an account sends a notice of illegal content. */
export function NoticeForm({ onSent }: { onSent: (sent: SentNotice | null) => void }) {
  const t = useTexts(noticeTexts)
  const tCategory = useTexts(categoryTexts)
  const problemOf = useSafetyProblem()
  const errorId = useId()
  /** Makes a repeated submit of the same content idempotent. */
  const submitted = useRef({ content: '', clientId: '' })
  const clientIdOf = (values: Values): string => {
    const content = JSON.stringify(values)
    if (submitted.current.content !== content) submitted.current = { content, clientId: newClientId() }
    return submitted.current.clientId
  }
  const { field, values, set, errorOf, markTouched, form, isPending } = useForm<Values, SentNotice | null>({
    initial: INITIAL,
    validate: (values) => validate(values, problemOf),
    send: (values) => send(values, clientIdOf(values)),
    onSent,
  })
  const isVoluntary = isAnonymousAllowed(values)
  const goodFaithError = errorOf('goodFaith')
  return (
    <Card roomy>
      <form className={styles.form} {...form}>
        <SelectField
          label={t('category')}
          name="category"
          choices={[
            { value: '', label: t('choose') },
            ...CATEGORIES.map((value) => ({ value, label: value === 'MINOR' ? t('minor') : tCategory(value) })),
          ]}
          value={values.category}
          error={errorOf('category')}
          onChange={(category) => set({ category: category as Values['category'] })}
        />
        <TextField
          label={t('address')}
          hint={t('addressHint')}
          maxLength={NOTICE_ADDRESS_MAX}
          autoCapitalize="off"
          {...field('address')}
        />
        <TextArea
          label={t('reason')}
          hint={t('reasonHint')}
          aside={`${values.reason.length}/${TEXT_AREA_MAX}`}
          maxLength={TEXT_AREA_MAX}
          {...field('reason')}
        />
        <TextField
          label={t('name')}
          hint={t(isVoluntary ? 'voluntary' : 'nameHint')}
          maxLength={NOTICE_NAME_MAX}
          autoComplete="name"
          {...field('name')}
        />
        <EmailField
          label={t('email')}
          hint={t(isVoluntary ? 'voluntaryEmail' : 'emailHint')}
          maxLength={EMAIL_MAX}
          autoComplete="email"
          {...field('email')}
        />
        <div>
          <Checkbox
            name="goodFaith"
            checked={values.goodFaith}
            aria-invalid={goodFaithError ? true : undefined}
            aria-describedby={goodFaithError && errorId}
            onChange={({ target }) => set({ goodFaith: target.checked })}
            onBlur={() => markTouched('goodFaith')}
          >
            {t('goodFaith')}
          </Checkbox>
          {goodFaithError && <FieldError id={errorId}>{goodFaithError}</FieldError>}
        </div>
        <div>
          <Button type="submit" busy={isPending} busyLabel={t('sending')}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
