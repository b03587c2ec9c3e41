import { UserRound, UsersRound } from 'lucide-react'
import type { Form } from '../../lib/forms/use-form.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { FieldError } from '../../ui/forms/Field.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PersonFields } from './PersonFields.tsx'
import styles from './registration.module.css'
import type { RegistrationValues } from './registration-schema.ts'
import { registrationTexts } from './registration-texts.ts'

type Props = { form: Form<RegistrationValues>; onCoupleChange: (isCouple: boolean) => void }

/** Asks for one person or two, and for the details of each. */
export function PersonsCard({ form, onCoupleChange }: Props) {
  const t = useTexts(registrationTexts)
  const { persons, person1, person2 } = form.values
  const personsError = persons === null ? form.errorOf('person1') : undefined
  return (
    <Card roomy>
      <div className={styles.header}>
        <h2>{persons === 'two' ? t('whoTwo') : t('whoOne')}</h2>
        <Segmented
          label={t('accountType')}
          choices={[
            { value: 'one', label: t('one'), icon: UserRound },
            { value: 'two', label: t('two'), icon: UsersRound },
          ]}
          value={persons}
          invalid={personsError !== undefined}
          onChange={(chosen) => {
            form.set({ persons: chosen })
            form.hideErrors({ person1, person2 })
            onCoupleChange(chosen === 'two')
          }}
        />
      </div>
      {personsError && <FieldError>{personsError}</FieldError>}
      {persons && (
        <div className={styles.pair}>
          <PersonFields form={form} name="person1" number={persons === 'two' ? 1 : undefined} />
          {persons === 'two' && <PersonFields form={form} name="person2" number={2} />}
        </div>
      )}
    </Card>
  )
}
