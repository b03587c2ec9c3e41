import { NewPassword } from '@app/contract/members/members'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useFieldText } from '../../lib/forms/field-text.ts'
import { useTextForm } from '../../lib/forms/use-text-form.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { textsNow, useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { resetPassword } from '../api.ts'
import styles from '../form.module.css'
import { accountTexts } from '../texts.ts'

export function NewPasswordForm({ token }: { token: string }) {
  const t = useTexts(accountTexts)
  const navigate = useNavigate()
  const textOf = useFieldText()
  const rule = (password: string) => textOf(NewPassword.safeParse(password).error?.issues[0]) ?? null
  const [shown, setShown] = useState(false)
  const [linkDead, setLinkDead] = useState(false)
  const {
    field,
    form,
    sending: isPending,
  } = useTextForm({ password: rule }, async ({ password }) => {
    try {
      await resetPassword(token, password)
    } catch (error) {
      setLinkDead(isApiError(error, 'INVALID_TOKEN'))
      throw error
    }
    showToast({ text: textsNow(accountTexts)('passwordSaved') })
    await navigate('/', { replace: true })
  })
  return (
    <form className={styles.form} {...form}>
      <PasswordField
        label={t('newPassword')}
        autoComplete="new-password"
        hint={t('passwordHint')}
        shown={shown}
        {...field('password')}
      />
      <div className={styles.tight}>
        <Checkbox checked={shown} onChange={(event) => setShown(event.target.checked)}>
          {t('showPassword')}
        </Checkbox>
      </div>
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
