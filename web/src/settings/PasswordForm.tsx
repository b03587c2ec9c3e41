import { NewPassword } from '@app/contract/members/members'
import { useForm } from '../lib/forms/use-form.ts'
import { useProof } from '../lib/forms/use-proof.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import styles from './settings.module.css'
import { changePassword } from './store.ts'
import { settingsTexts } from './texts.ts'

export function PasswordForm({ close }: { close: () => void }) {
  const t = useTexts(settingsTexts)
  const { needsPassword, laterField, send } = useProof()
  const { field, form, isPending, hideErrors } = useForm({
    initial: { password: '', newPassword: '' },
    validate: ({ password, newPassword }) => ({
      password: needsPassword && password === '' ? 'password.loginEmpty' : undefined,
      newPassword: NewPassword.safeParse(newPassword).error?.issues[0]?.message,
    }),
    send: async ({ password, newPassword }) => {
      if (await send(password, (proof) => changePassword({ ...proof, newPassword }))) close()
      else hideErrors({ password })
    },
  })
  return (
    <form className={styles.form} {...form}>
      {needsPassword && (
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          {...laterField}
          {...field('password')}
        />
      )}
      <PasswordField
        label={t('newPassword')}
        hint={t('newPasswordHint')}
        autoComplete="new-password"
        {...field('newPassword')}
      />
      <div className={styles.choices}>
        <Button type="submit" busy={isPending}>
          {t('savePassword')}
        </Button>
        <Button variant="quiet" onClick={close}>
          {t('keep')}
        </Button>
      </div>
    </form>
  )
}
