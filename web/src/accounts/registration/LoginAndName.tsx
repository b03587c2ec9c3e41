import { PROFILE_NAME_MAX } from '@app/contract/limits'
import type { Form } from '../../lib/forms/use-form.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { TextField } from '../../ui/forms/Field.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { accountPageTexts } from '../page-texts.ts'
import { accountTexts } from '../texts.ts'
import styles from './registration.module.css'
import type { RegistrationValues } from './registration-schema.ts'
import { registrationTexts } from './registration-texts.ts'

export function LoginAndName({ form: { values, field, markTouched } }: { form: Form<RegistrationValues> }) {
  const t = useTexts(registrationTexts)
  const tLogin = useTexts(accountTexts)
  const tAccount = useTexts(accountPageTexts)
  return (
    <Card roomy title={t('loginAndName')}>
      <div className={styles.pair}>
        <PasswordField
          label={tLogin('password')}
          autoComplete="new-password"
          hint={tAccount('passwordHint')}
          {...field('password')}
          onBlur={() => markTouched('password')}
        />
        <TextField
          label={t('userName')}
          aside={`${values.userName.length}/${PROFILE_NAME_MAX}`}
          hint={t('userNameHint')}
          autoComplete="nickname"
          maxLength={PROFILE_NAME_MAX}
          spellCheck={false}
          {...field('userName')}
          onBlur={() => markTouched('userName')}
        />
      </div>
    </Card>
  )
}
