import { PROFILE_NAME_MAX } from '@app/contract/limits'
import { useFormContext, useWatch } from 'react-hook-form'
import { useFieldText } from '../../lib/forms/field-text.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { TextField } from '../../ui/forms/Field.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { accountTexts } from '../texts.ts'
import styles from './registration.module.css'
import type { RegistrationValues } from './registration-schema.ts'

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
