import type { Form } from '../../lib/forms/use-form.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ChoicePills } from '../../ui/forms/ChoicePills.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import styles from './registration.module.css'
import type { PersonValues, RegistrationValues } from './registration-schema.ts'
import { registrationTexts } from './registration-texts.ts'

const SEXES = ['FEMALE', 'MALE', 'NON_BINARY'] as const

type Props = { form: Form<RegistrationValues>; name: 'person1' | 'person2'; number?: 1 | 2 }

export function PersonFields({ form: { values, set, errorOf, markTouched, isSubmitted }, name, number }: Props) {
  const t = useTexts(registrationTexts)
  const person = values[name]
  const change = (field: keyof PersonValues, value: string) => {
    set({ [name]: { ...person, [field]: value } })
    if (isSubmitted) markTouched(`${name}.${field}`)
  }
  const title = number && t('personNumber', { number })
  return (
    <fieldset className={styles.person} aria-label={title}>
      {title && <h3 className={styles.personTitle}>{title}</h3>}
      <ChoicePills
        legend={t('sex')}
        name={`${name}.sex`}
        choices={SEXES.map((value) => ({ value, label: t(value) }))}
        value={SEXES.find((sex) => sex === person.sex) ?? null}
        onChange={(sex) => change('sex', sex)}
        error={errorOf(`${name}.sex`)}
      />
      <TextField
        label={t('yearOfBirth')}
        aside={t('fourDigits')}
        hint={t('yearHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        name={`${name}.year`}
        value={person.year}
        error={errorOf(`${name}.year`)}
        onChange={(event) => change('year', event.target.value)}
        onBlur={() => markTouched(`${name}.year`)}
      />
    </fieldset>
  )
}
