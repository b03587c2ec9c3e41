import { NewPassword } from '@app/contract/members/members'
import { translateProblem } from '@app/contract/text/problems'
import { useFieldText } from '../lib/forms/field-text.ts'
import { useTextForm } from '../lib/forms/use-text-form.ts'
import { useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import styles from './settings.module.css'
import { changePassword } from './store.ts'
import { settingsTexts } from './texts.ts'

export function PasswordForm({ close }: { close: () => void }) {
  const t = useTexts(settingsTexts)
  const textOf = useFieldText()
  const language = useLanguage()
  const {
    field,
    form,
    sending: isPending,
  } = useTextForm(
    {
      password: (password) => (password === '' ? translateProblem('password.loginEmpty', language) : null),
      newPassword: (password) => textOf(NewPassword.safeParse(password).error?.issues[0]) ?? null,
    },
    async (change) => {
      await changePassword(change)
      close()
    },
  )
  return (
    <form className={styles.form} {...form}>
      <PasswordField label={t('currentPassword')} autoComplete="current-password" {...field('password')} />
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
