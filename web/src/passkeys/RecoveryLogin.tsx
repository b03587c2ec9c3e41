import { RecoveryLogin as RecoveryLoginSchema } from '@app/contract/safety/passkeys'
import { isEmail } from '@app/contract/text/emails'
import { useForm } from '../lib/forms/use-form.ts'
import { startSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { EmailField } from '../ui/forms/EmailField.tsx'
import { TextField } from '../ui/forms/Field.tsx'
import { postRecovery } from './api.ts'
import styles from './passkeys.module.css'
import { passkeyTexts } from './texts.ts'

type Props = {
  /** Runs after the login. */
  onLoggedIn: () => void
  close: () => void
}

/** Logs in with a recovery code. */
export function RecoveryLogin({ onLoggedIn, close }: Props) {
  const t = useTexts(passkeyTexts)
  const { field, form, isPending } = useForm({
    initial: { email: '', code: '' },
    validate: ({ email, code }) => ({
      email: isEmail(email) ? undefined : 'email.invalid',
      code: RecoveryLoginSchema.shape.code.safeParse(code).error?.issues[0]?.message,
    }),
    send: async (login) => startSession(await postRecovery(login)),
    onSent: onLoggedIn,
  })
  return (
    <form className={styles.login} {...form}>
      <EmailField label={t('email')} autoComplete="username" {...field('email')} />
      <TextField
        label={t('code')}
        hint={t('codeHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        {...field('code')}
      />
      <div className={styles.buttons}>
        <Button type="submit" wide busy={isPending} busyLabel={t('loggingIn')}>
          {t('codeLogin')}
        </Button>
        <Button variant="outlined" wide onClick={close}>
          {t('login')}
        </Button>
      </div>
    </form>
  )
}
