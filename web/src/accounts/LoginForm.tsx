import { PRODUCT_NAME } from '@app/contract/product'
import { translateProblem } from '@app/contract/text/problems'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useTextForm } from '../lib/forms/use-text-form.ts'
import { useSessionState } from '../lib/http/session.ts'
import { useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import { TextField } from '../ui/forms/Field.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { logIn } from './api.ts'
import { useEmailRule } from './email-rule.ts'
import styles from './form.module.css'
import { accountTexts } from './texts.ts'

/** Explains once why the member was logged out: by an action on another device, or by deleting the account. */
function WhyLoggedOut() {
  const t = useTexts(accountTexts)
  const ending = useSessionState((state) => state.ending)
  if (ending !== 'endedElsewhere' && ending !== 'deleted') return null
  return (
    <Banner tone="info" role="status" icon={LogIn}>
      {t(ending)}
    </Banner>
  )
}

export function LoginForm() {
  const t = useTexts(accountTexts)
  const language = useLanguage()
  const [shown, setShown] = useState(false)
  const {
    field,
    form,
    sending: isPending,
  } = useTextForm(
    {
      email: useEmailRule(),
      password: (password) => (password === '' ? translateProblem('password.loginEmpty', language) : null),
    },
    logIn,
  )
  return (
    <form className={styles.form} {...form}>
      <WhyLoggedOut />
      <TextField
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        {...field('email')}
      />
      <PasswordField
        label={t('password')}
        aside={
          <Link className="text-link" to="/reset-pwd">
            {t('forgotten')}
          </Link>
        }
        autoComplete="current-password"
        shown={shown}
        {...field('password')}
      />
      <div className={styles.tight}>
        <Checkbox checked={shown} onChange={(event) => setShown(event.target.checked)}>
          {t('showPassword')}
        </Checkbox>
      </div>
      <div className={styles.buttons}>
        <Button type="submit" wide busy={isPending} busyLabel={t('loggingIn')}>
          {t('logIn')}
        </Button>
        <ButtonLink to="/about" variant="outlined" wide>
          {t('more', { product: PRODUCT_NAME })}
        </ButtonLink>
      </div>
      <p className={styles.after}>
        {t('newHere')}{' '}
        <Link className="text-link" to="/registration">
          {t('register')}
        </Link>
      </p>
    </form>
  )
}
