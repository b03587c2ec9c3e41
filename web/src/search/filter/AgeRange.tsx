import type { PersonSelection } from '@app/contract/members/profiles'
import { type ChangeEvent, useId } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { FieldError } from '../../ui/forms/Field.tsx'
import fieldStyles from '../../ui/forms/field.module.css'
import { searchTexts } from '../texts.ts'
import styles from './form.module.css'

type Ages = Pick<PersonSelection, 'minAge' | 'maxAge'>
type Props = { ages: Ages; onChange: (ages: Partial<Ages>) => void; error?: string }

const DIGITS = 3

/** Lets the member edit an age range. An empty field means no bound. */
export function AgeRange({ ages, onChange, error }: Props) {
  const t = useTexts(searchTexts)
  const id = useId()
  const field = (bound: keyof Ages) => ({
    className: fieldStyles.input,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: DIGITS,
    'aria-label': t(bound),
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    value: ages[bound] || '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      onChange({ [bound]: Number(target.value.replace(/\D/g, '')) }),
  })
  return (
    <fieldset aria-labelledby={id}>
      <p className={styles.label} id={id}>
        {t('ages')}
      </p>
      <div className={styles.ages}>
        <input {...field('minAge')} />
        <span aria-hidden>–</span>
        <input {...field('maxAge')} />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
