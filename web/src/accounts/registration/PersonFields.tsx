import { Controller, useFormContext } from 'react-hook-form'
import { useFieldText } from '../../lib/forms/field-text.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ChoicePills } from '../../ui/forms/ChoicePills.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { accountTexts } from '../texts.ts'
import styles from './registration.module.css'
import type { RegistrationValues } from './registration-schema.ts'

const SEXES = ['FEMALE', 'MALE', 'NON_BINARY'] as const

type Props = { name: 'person1' | 'person2'; number?: 1 | 2 }

export function PersonFields({ name, number }: Props) {
  const t = useTexts(accountTexts)
  const textOf = useFieldText()
  const { control, register, formState } = useFormContext<RegistrationValues>()
  const errors = formState.errors[name]
  const numbered = number && t('personNumber', { number })
  return (
    <fieldset className={styles.person} aria-label={numbered}>
      {numbered && <h3 className={styles.personTitle}>{numbered}</h3>}
      <Controller
        control={control}
        name={`${name}.sex`}
        render={({ field }) => (
          <ChoicePills
            legend={t('sex')}
            name={field.name}
            choices={SEXES.map((value) => ({ value, label: t(value) }))}
            value={SEXES.find((sex) => sex === field.value) ?? null}
            onChange={field.onChange}
            error={textOf(errors?.sex)}
          />
        )}
      />
      <TextField
        label={t('yearOfBirth')}
        aside={t('fourDigits')}
        hint={t('yearHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        error={textOf(errors?.year)}
        {...register(`${name}.year`)}
      />
    </fieldset>
  )
}
