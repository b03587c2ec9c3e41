import { CITIES_MAX, PROFILE_NAME_MAX } from '@app/contract/limits'
import { LookingFor } from '@app/contract/members/members'
import { useTexts } from '../lib/text/texts.ts'
import { CityField } from '../ui/forms/CityField.tsx'
import { TextField } from '../ui/forms/Field.tsx'
import { Segmented } from '../ui/forms/Segmented.tsx'
import { TogglePills } from '../ui/forms/TogglePills.tsx'
import { Card } from '../ui/layout/Card.tsx'
import styles from './own-profile-form.module.css'
import { profileTexts } from './texts.ts'
import type { OwnForm } from './use-own-form.ts'

/** Lets members edit their name, account type, cities, and the kinds of profiles that they look for. */
export function AboutCard({ form: { values, set, errorOf, markTouched } }: { form: OwnForm }) {
  const t = useTexts(profileTexts)
  return (
    <Card title={t(`section.${values.persons}.about`)}>
      <div className={styles.fields}>
        <TextField
          label={t('form.userName')}
          aside={`${values.userName.length}/${PROFILE_NAME_MAX}`}
          maxLength={PROFILE_NAME_MAX}
          autoComplete="nickname"
          spellCheck={false}
          value={values.userName}
          error={errorOf('userName')}
          onChange={(event) => set({ userName: event.target.value })}
          onBlur={() => markTouched('userName')}
        />
        <div>
          <p className={styles.label}>{t('form.accountType')}</p>
          <Segmented
            label={t('form.accountType')}
            choices={[
              { value: 'one', label: t('form.one') },
              { value: 'two', label: t('form.two') },
            ]}
            value={values.persons}
            onChange={(persons) => set({ persons })}
            stretch
          />
        </div>
        <CityField
          chosen={values.cities}
          max={CITIES_MAX}
          onChange={(cities) => {
            set({ cities })
            markTouched('cities')
          }}
          error={errorOf('cities')}
        />
        <TogglePills
          legend={t('form.lookingFor')}
          choices={LookingFor.options.map((value) => ({ value, label: t(`looking.${value}`) }))}
          values={LookingFor.options.filter((lookingForOption) => values.lookingFor.includes(lookingForOption))}
          onChange={(lookingFor) => set({ lookingFor })}
        />
      </div>
    </Card>
  )
}
