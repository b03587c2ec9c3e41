import type { ReactNode } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { TextField } from '../ui/forms/Field.tsx'
import { SelectField } from '../ui/forms/SelectField.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Disclosure } from '../ui/layout/Disclosure.tsx'
import { CHOICES, type FieldWithOptions, listYears } from './choices.ts'
import styles from './own-profile-form.module.css'
import { profileTexts } from './texts.ts'
import type { OwnForm } from './use-own-form.ts'
import type { PersonField, PersonName } from './values.ts'

type Props = { form: OwnForm; name: PersonName }

/** Returns a function that binds a field of one person to the form. */
function usePersonField({ form, name }: Props) {
  const person = form.values[name]
  return (field: PersonField) => ({
    value: person[field],
    error: form.errorOf(`${name}.${field}`),
    set: (value: string) => form.set({ [name]: { ...person, [field]: value } }),
    markTouched: () => form.markTouched(`${name}.${field}`),
  })
}

type ChoiceProps = Props & { field: FieldWithOptions }

function ChoiceField({ form, name, field }: ChoiceProps) {
  const t = useTexts(profileTexts)
  const { value, error, set, markTouched } = usePersonField({ form, name })(field)
  const options = CHOICES[field].map((choice) => ({ value: choice, label: t(`choice.${choice}`) }))
  const choices = value === '' ? [{ value: '', label: t('form.choose') }, ...options] : options
  return <SelectField label={t(`field.${field}`)} {...{ value, error, choices }} onChange={set} onBlur={markTouched} />
}

function YearField({ form, name }: Props) {
  const t = useTexts(profileTexts)
  const { value, error, set, markTouched } = usePersonField({ form, name })('yearOfBirth')
  // Without a stored year, the number is 0 and becomes the empty choice.
  const years = listYears(Number(form.saved[name].yearOfBirth)).map((year) => String(year || ''))
  const choices = years.map((year) => ({ value: year, label: year || t('form.choose') }))
  return (
    <SelectField label={t('field.yearOfBirth')} {...{ value, error, choices }} onChange={set} onBlur={markTouched} />
  )
}

function MeasureField({ form, name, field }: Props & { field: 'height' | 'weight' }) {
  const t = useTexts(profileTexts)
  const { value, error, set, markTouched } = usePersonField({ form, name })(field)
  return (
    <TextField
      label={t(`field.${field}`)}
      aside={t(`unit.${field}`)}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={value}
      error={error}
      onChange={(event) => set(event.target.value)}
      onBlur={markTouched}
    />
  )
}

const TwoColumns = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>

/** Lets the member edit one person's characteristics. Intimate ones are collapsed until opened. */
export function PersonFields(props: Props) {
  const t = useTexts(profileTexts)
  const { persons, [props.name]: person } = props.form.values
  const title = t(`section.${persons}.${props.name}`)
  return (
    <Card title={title}>
      <fieldset className={styles.fields} aria-label={title}>
        <TwoColumns>
          <ChoiceField {...props} field="sex" />
          <YearField {...props} />
          <MeasureField {...props} field="height" />
          <MeasureField {...props} field="weight" />
          <ChoiceField {...props} field="orientation" />
          <ChoiceField {...props} field="body" />
          <ChoiceField {...props} field="eyeColor" />
          <ChoiceField {...props} field="ethnicity" />
          <ChoiceField {...props} field="smoking" />
          <ChoiceField {...props} field="drinking" />
        </TwoColumns>
        <Disclosure label={t('moreDetails')}>
          <TwoColumns>
            <ChoiceField {...props} field="shavedStyle" />
            {person.sex === 'FEMALE' && <ChoiceField {...props} field="breastSize" />}
            {person.sex === 'MALE' && <ChoiceField {...props} field="penisSize" />}
          </TwoColumns>
        </Disclosure>
      </fieldset>
    </Card>
  )
}
