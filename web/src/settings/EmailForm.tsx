import { isEmail } from '@app/contract/text/emails'
import { useForm } from '../lib/forms/use-form.ts'
import { useProof } from '../lib/forms/use-proof.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { EmailField } from '../ui/forms/EmailField.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import styles from './settings.module.css'
import { changeEmail } from './store.ts'
import { settingsTexts } from './texts.ts'

export function EmailForm({ close }: { close: () => void }) {
  const t = useTexts(settingsTexts)
  const { needsPassword, laterField, send } = useProof()
  const { field, form, isPending, hideErrors } = useForm({
    initial: { email: '', password: '' },
    validate: ({ email, password }) => ({
      email: isEmail(email) ? undefined : 'email.invalid',
      password: needsPassword && password === '' ? 'password.loginEmpty' : undefined,
    }),
    send: async ({ email, password }) => {
      if (await send(password, (proof) => changeEmail({ ...proof, email }))) close()
      else hideErrors({ password })
    },
  })
  return (
    <form className={styles.form} {...form}>
      <EmailField label={t('newEmail')} hint={t('newEmailHint')} autoComplete="email" {...field('email')} />
      {needsPassword && (
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          {...laterField}
          {...field('password')}
        />
      )}
      <div className={styles.choices}>
        <Button type="submit" busy={isPending} busyLabel={t('sendingLink')}>
          {t('sendLink')}
        </Button>
        <Button variant="quiet" onClick={close}>
          {t('keep')}
        </Button>
      </div>
    </form>
  )
}
