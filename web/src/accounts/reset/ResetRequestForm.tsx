import { Link, useNavigate } from 'react-router-dom'
import { useForm } from '../../lib/forms/use-form.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmailField } from '../../ui/forms/EmailField.tsx'
import { requestReset } from '../api.ts'
import { findEmailProblem } from '../email-rule.ts'
import styles from '../form.module.css'
import { accountPageTexts } from '../page-texts.ts'
import { accountTexts } from '../texts.ts'

export function ResetRequestForm() {
  const t = useTexts(accountPageTexts)
  const tLogin = useTexts(accountTexts)
  const navigate = useNavigate()
  const { field, form, isPending } = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: findEmailProblem(email) }),
    send: ({ email }) => requestReset(email.trim()),
    onSent: (_, { email }) => void navigate(`/reset-pwd/mail/${encodeURIComponent(email.trim())}`),
  })
  return (
    <form className={styles.form} {...form}>
      <EmailField label={tLogin('email')} autoComplete="username" {...field('email')} />
      <div className={styles.buttons}>
        <Button type="submit" wide busy={isPending} busyLabel={t('sending')}>
          {t('sendLink')}
        </Button>
      </div>
      <p className={styles.after}>
        <Link className="text-link" to="/">
          {t('backToLogin')}
        </Link>
      </p>
    </form>
  )
}
