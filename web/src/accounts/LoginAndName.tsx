import { PROFILE_NAME_MAX } from '@app/contract/limits'
import { useFormContext, useWatch } from 'react-hook-form'
import { useFieldText } from '../lib/field-text.ts'
import { useTexts } from '../lib/texts.ts'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/Field.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import styles from './registration.module.css'
import type { RegistrationValues } from './registration-schema.ts'
import { accountTexts } from './texts.ts'

export function LoginAndName() {
  const t = useTexts(accountTexts)
  const textOf = useFieldText()
  const { control, register, formState } = useFormContext<RegistrationValues>()
  const userName = useWatch({ control, name: 'userName' })
  return (
    <Card roomy title={t('loginAndName')}>
      <div className={styles.pair}>
        <PasswordField
          label={t('password')}
          autoComplete="new-password"
          hint={t('passwordHint')}
          error={textOf(formState.errors.password)}
          {...register('password')}
        />
        <TextField
          label={t('userName')}
          aside={`${userName.length}/${PROFILE_NAME_MAX}`}
          hint={t('userNameHint')}
          autoComplete="nickname"
          maxLength={PROFILE_NAME_MAX}
          spellCheck={false}
          error={textOf(formState.errors.userName)}
          {...register('userName')}
        />
      </div>
    </Card>
  )
}
