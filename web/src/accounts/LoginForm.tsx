import { PRODUCT_NAME } from '@app/contract/product'
import { LogIn } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { lazy } from '../lib/device/chunks.ts'
import { useForm } from '../lib/forms/use-form.ts'
import { useSessionState } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { EmailField } from '../ui/forms/EmailField.tsx'
import { logIn } from './api.ts'
import { findEmailProblem } from './email-rule.ts'
import styles from './form.module.css'
import { PasswordWithCheckbox } from './PasswordWithCheckbox.tsx'
import { accountTexts } from './texts.ts'

const SuspendedNote = lazy(async () => ({ default: (await import('./SuspendedNote.tsx')).SuspendedNote }))

/**
 * Shows a note after the session expired or was revoked, or the member was suspended or deleted the account; none after
 * logging out.
 */
function LogoutReason() {
  const t = useTexts(accountTexts)
  const ending = useSessionState((state) => state.ending)
  if (ending === 'suspended')
    return (
      <Suspense>
        <SuspendedNote />
      </Suspense>
    )
  if (ending !== 'endedElsewhere' && ending !== 'deleted') return null
  return (
    <Banner tone="info" role="status" icon={LogIn}>
      {t(ending)}
    </Banner>
  )
}

export function LoginForm() {
  const t = useTexts(accountTexts)
  const [isSent, setSent] = useState(false)
  const { field, form, isPending } = useForm({
    initial: { email: '', password: '' },
    validate: ({ email, password }) => ({
      email: findEmailProblem(email),
      password: password === '' ? 'password.loginEmpty' : undefined,
    }),
    send: (values) => {
      // The note is outdated then, and would contradict the response.
      setSent(true)
      return logIn(values)
    },
  })
  return (
    <form className={styles.form} {...form}>
      {!isSent && <LogoutReason />}
      <EmailField label={t('email')} autoComplete="username webauthn" {...field('email')} />
      <PasswordWithCheckbox
        label={t('password')}
        aside={
          <Link className="text-link" to="/reset-pwd">
            {t('forgotten')}
          </Link>
        }
        autoComplete="current-password"
        {...field('password')}
      />
      <div className={styles.buttons}>
        <Button type="submit" wide busy={isPending} busyLabel={t('loggingIn')}>
          {t('logIn')}
        </Button>
        <ButtonLink to="/about" variant="outlined" wide>
          {t('more', { product: PRODUCT_NAME })}
        </ButtonLink>
      </div>
      <p className={styles.after}>
        <Link className="text-link" to="/passkey">
          {t('passkeyLogin')}
        </Link>
      </p>
      <p className={styles.after}>
        {t('newHere')}{' '}
        <Link className="text-link" to="/registration">
          {t('register')}
        </Link>
      </p>
    </form>
  )
}
