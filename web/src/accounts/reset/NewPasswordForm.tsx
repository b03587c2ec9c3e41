import { NewPassword } from '@app/contract/members/members'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { textsNow, useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { resetPassword } from '../api.ts'
import styles from '../form.module.css'
import { PasswordWithCheckbox } from '../PasswordWithCheckbox.tsx'
import { accountTexts } from '../texts.ts'

export function NewPasswordForm({ token }: { token: string }) {
  const t = useTexts(accountTexts)
  const navigate = useNavigate()
  const [linkDead, setLinkDead] = useState(false)
  const { field, form, isPending } = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: NewPassword.safeParse(password).error?.issues[0]?.message }),
    send: async ({ password }) => {
      try {
        await resetPassword(token, password)
      } catch (error) {
        setLinkDead(isApiError(error, 'INVALID_TOKEN'))
        throw error
      }
      showToast({ text: textsNow(accountTexts)('passwordSaved') })
      await navigate('/', { replace: true })
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
        <Link className="text-link" to={linkDead ? '/reset-pwd' : '/'}>
          {linkDead ? t('newLink') : t('backToLogin')}
        </Link>
      </p>
    </form>
  )
}
