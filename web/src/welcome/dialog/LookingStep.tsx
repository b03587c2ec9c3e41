import { CITIES_MAX, SEARCH_AGE_DEFAULT } from '@app/contract/limits'
import { LookingFor, type MailPreferences } from '@app/contract/members/members'
import { type ChangeEvent, useId } from 'react'
import { useFieldText } from '../../lib/forms/field-text.ts'
import type { FieldErrors } from '../../lib/forms/use-form.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { CityField } from '../../ui/forms/CityField.tsx'
import { FieldError } from '../../ui/forms/Field.tsx'
import fieldStyles from '../../ui/forms/field.module.css'
import { Switch } from '../../ui/forms/Switch.tsx'
import { TogglePills } from '../../ui/forms/TogglePills.tsx'
import type { WelcomeValues } from '../values.ts'
import styles from './looking.module.css'
import { welcomeTexts } from './welcome-texts.ts'

const DIGITS = 2
const MAILS = ['wantsChatMail', 'wantsEventMail', 'wantsNewsMail'] as const satisfies readonly (keyof MailPreferences)[]

type AgesProps = {
  ages: WelcomeValues['ages']
  error: string | undefined
  onChange: (ages: WelcomeValues['ages']) => void
}

function Ages({ ages, error, onChange }: AgesProps) {
  const t = useTexts(welcomeTexts)
  const fieldText = useFieldText()
  const id = useId()
  const field = (bound: keyof WelcomeValues['ages']) => ({
    className: fieldStyles.input,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: DIGITS,
    placeholder: String(SEARCH_AGE_DEFAULT[bound]),
    'aria-label': t(`looking.${bound}`),
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    value: ages[bound],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...ages, [bound]: target.value.replace(/\D/g, '') }),
  })
  return (
    <fieldset aria-labelledby={id}>
      <p className={styles.label} id={id}>
        {t('looking.ages')}
      </p>
      <div className={styles.ages}>
        <input {...field('min')} />
        <span aria-hidden>–</span>
        <input {...field('max')} />
      </div>
      {error && (
        <FieldError id={`${id}-error`}>
          {error === 'field.invalid' ? t('looking.ageBounds', SEARCH_AGE_DEFAULT) : fieldText(error)}
        </FieldError>
      )}
    </fieldset>
  )
}

type Props = {
  couple: boolean
  values: WelcomeValues
  errors: FieldErrors
  onChange: (change: Partial<WelcomeValues>) => void
}

/** Asks whom the member wants to meet, and which emails they want. */
export function LookingStep({ couple, values, errors, onChange }: Props) {
  const t = useTexts(welcomeTexts)
  const fieldText = useFieldText()
  const { lookingFor, ages, cities, mails } = values
  return (
    <>
      <TogglePills
        legend={t(couple ? 'looking.titleOfTwo' : 'looking.title')}
        legendHidden
        choices={LookingFor.options.map((value) => ({ value, label: t(`looking.${value}`) }))}
        values={lookingFor}
        onChange={(next) => onChange({ lookingFor: next })}
      />
      <div className={styles.pair}>
        <Ages ages={ages} error={errors.ages} onChange={(next) => onChange({ ages: next })} />
        <CityField
          chosen={cities}
          max={CITIES_MAX}
          aside={t('looking.cities')}
          error={fieldText(errors.cities)}
          onChange={(next) => onChange({ cities: next })}
        />
      </div>
      <section className={styles.mails} aria-labelledby="welcome-mails">
        <h3 className={styles.mailsTitle} id="welcome-mails">
          {t('looking.mails')}
        </h3>
        <p className={styles.mailsLead}>{t('looking.mailsLead')}</p>
        {MAILS.map((name) => (
          <Switch key={name} checked={mails[name]} onChange={(isOn) => onChange({ mails: { ...mails, [name]: isOn } })}>
            {t(`looking.${name}`)}
          </Switch>
        ))}
      </section>
    </>
  )
}
