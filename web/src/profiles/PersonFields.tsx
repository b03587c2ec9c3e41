import type { ReactNode } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { TextField } from '../ui/forms/Field.tsx'
import { SelectField } from '../ui/forms/SelectField.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Disclosure } from '../ui/layout/Disclosure.tsx'
import { CHOICES, type ChosenField, yearsWith } from './choices.ts'
import styles from './own.module.css'
import { profileTexts } from './texts.ts'
import type { OwnForm } from './use-own-form.ts'
import type { PersonField, PersonName } from './values.ts'

type Props = { form: OwnForm; name: PersonName }

/** Returns what the fields of one person share. */
function usePersonField({ form, name }: Props) {
  const person = form.values[name]
  return (field: PersonField) => ({
    value: person[field],
    error: form.errorOf(`${name}.${field}`),
    set: (value: string) => form.set({ [name]: { ...person, [field]: value } }),
    markTouched: () => form.markTouched(`${name}.${field}`),
  })
}

type ChoiceProps = Props & { field: ChosenField }

function Choice({ form, name, field }: ChoiceProps) {
  const t = useTexts(profileTexts)
  const { value, error, set, markTouched } = usePersonField({ form, name })(field)
  const known = CHOICES[field].map((choice) => ({ value: choice, label: t(`choice.${choice}`) }))
  const choices = value === '' ? [{ value: '', label: t('form.choose') }, ...known] : known
  return <SelectField label={t(`field.${field}`)} {...{ value, error, choices }} onChange={set} onBlur={markTouched} />
}

function Year({ form, name }: Props) {
  const t = useTexts(profileTexts)
  const { value, error, set, markTouched } = usePersonField({ form, name })('yearOfBirth')
  const years = yearsWith(Number(form.saved[name].yearOfBirth)).map((year) => String(year || ''))
  const choices = years.map((year) => ({ value: year, label: year || t('form.choose') }))
  return (
    <SelectField label={t('field.yearOfBirth')} {...{ value, error, choices }} onChange={set} onBlur={markTouched} />
  )
}

function Measure({ form, name, field }: Props & { field: 'height' | 'weight' }) {
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

const Pair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>

/** Edits one person's characteristics. Intimate ones are collapsed until opened. */
export function PersonFields(of: Props) {
  const t = useTexts(profileTexts)
  const { persons, [of.name]: person } = of.form.values
  const title = t(`part.${persons}.${of.name}`)
  return (
    <Card title={title}>
      <fieldset className={styles.fields} aria-label={title}>
        <Pair>
          <Choice {...of} field="sex" />
          <Year {...of} />
          <Measure {...of} field="height" />
          <Measure {...of} field="weight" />
          <Choice {...of} field="orientation" />
          <Choice {...of} field="body" />
          <Choice {...of} field="eyeColor" />
          <Choice {...of} field="ethnicity" />
          <Choice {...of} field="smoking" />
          <Choice {...of} field="drinking" />
        </Pair>
        <Disclosure label={t('moreDetails')}>
          <Pair>
            <Choice {...of} field="shavedStyle" />
            {person.sex === 'FEMALE' && <Choice {...of} field="breastSize" />}
            {person.sex === 'MALE' && <Choice {...of} field="penisSize" />}
          </Pair>
        </Disclosure>
      </fieldset>
    </Card>
  )
}
