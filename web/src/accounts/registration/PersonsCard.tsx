import { UserRound, UsersRound } from 'lucide-react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useFieldText } from '../../lib/forms/field-text.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { FieldError } from '../../ui/forms/Field.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { accountTexts } from '../texts.ts'
import { PersonFields } from './PersonFields.tsx'
import styles from './registration.module.css'
import type { RegistrationValues } from './registration-schema.ts'

/** Asks for one person or two, and for the details of each. */
export function PersonsCard({ onCouple }: { onCouple: (couple: boolean) => void }) {
  const t = useTexts(accountTexts)
  const textOf = useFieldText()
  const { control, clearErrors, formState } = useFormContext<RegistrationValues>()
  const persons = useWatch({ control, name: 'persons' })
  const undecided = persons === null ? textOf(formState.errors.person1) : undefined
  return (
    <Card roomy>
      <div className={styles.head}>
        <h2>{persons === 'two' ? t('whoTwo') : t('whoOne')}</h2>
        <Controller
          control={control}
          name="persons"
          render={({ field }) => (
            <Segmented
              label={t('accountType')}
              choices={[
                { value: 'one', label: t('one'), icon: UserRound },
                { value: 'two', label: t('two'), icon: UsersRound },
              ]}
              value={field.value}
              invalid={undecided !== undefined}
              onChange={(chosen) => {
                field.onChange(chosen)
                clearErrors(['person1', 'person2'])
                onCouple(chosen === 'two')
              }}
            />
          )}
        />
      </div>
      {undecided && <FieldError>{undecided}</FieldError>}
      {persons && (
        <div className={styles.pair}>
          <PersonFields name="person1" number={persons === 'two' ? 1 : undefined} />
          {persons === 'two' && <PersonFields name="person2" number={2} />}
        </div>
      )}
    </Card>
  )
}
