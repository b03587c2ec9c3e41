import { NewPassword } from '@app/contract/members/members'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { getTexts, useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { resetPassword } from '../api.ts'
import styles from '../form.module.css'
import { PasswordWithCheckbox } from '../PasswordWithCheckbox.tsx'
import { accountPageTexts } from '../page-texts.ts'

export function NewPasswordForm({ token }: { token: string }) {
  const t = useTexts(accountPageTexts)
  const navigate = useNavigate()
  const [isLinkInvalid, setIsLinkInvalid] = useState(false)
  const { field, form, isPending } = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: NewPassword.safeParse(password).error?.issues[0]?.message }),
    send: async ({ password }) => {
      try {
        await resetPassword(token, password)
      } catch (error) {
        setIsLinkInvalid(isApiError(error, 'INVALID_TOKEN'))
        throw error
      }
    },
    onSent: () => {
      showToast({ text: getTexts(accountPageTexts)('passwordSaved') })
      void navigate('/', { replace: true })
    },
  })
  return (
    <form className={styles.form} {...form}>
      <PasswordWithCheckbox
        label={t('newPassword')}
        autoComplete="new-password"
        hint={t('passwordHint')}
        {...field('password')}
      />
      <div className={styles.buttons}>
        <Button type="submit" wide busy={isPending}>
          {t('savePassword')}
        </Button>
      </div>
      <p className={styles.after}>
        <Link className="text-link" to={isLinkInvalid ? '/reset-pwd' : '/'}>
          {isLinkInvalid ? t('newLink') : t('backToLogin')}
        </Link>
      </p>
    </form>
  )
}
