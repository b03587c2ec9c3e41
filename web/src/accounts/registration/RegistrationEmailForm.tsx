import { Mail } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useForm } from '../../lib/forms/use-form.ts'
import { getLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button, ButtonLink } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { EmailField } from '../../ui/forms/EmailField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { requestRegistration } from '../api.ts'
import { findEmailProblem } from '../email-rule.ts'
import styles from '../form.module.css'
import { accountPageTexts } from '../page-texts.ts'
import { accountTexts } from '../texts.ts'
import { registrationTexts } from './registration-texts.ts'

/** Matches email addresses at providers that sometimes block our emails. */
const BLOCKING_PROVIDER = /@(hotmail|outlook|live|msn)\./i

export function RegistrationEmailForm() {
  const t = useTexts(registrationTexts)
  const tAccount = useTexts(accountPageTexts)
  const tLogin = useTexts(accountTexts)
  const navigate = useNavigate()
  const { field, form, isPending } = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: findEmailProblem(email) }),
    send: ({ email }) => requestRegistration({ email: email.trim(), languagePreference: getLanguage() }),
    onSent: (_, { email }) => void navigate(`/registration/mail/${encodeURIComponent(email.trim())}`),
  })
  const email = field('email')
  return (
    <Card roomy>
      <form className={styles.cardForm} {...form}>
        <EmailField label={tLogin('email')} autoComplete="email" {...email} />
        <div role="status">
          {BLOCKING_PROVIDER.test(email.value) && (
            <Banner tone="info" icon={Mail}>
              {t('mailMayBeBlocked')}
            </Banner>
          )}
        </div>
        <div className={styles.bar}>
          <Button type="submit" busy={isPending} busyLabel={tAccount('sending')}>
            {tAccount('sendLink')}
          </Button>
          <ButtonLink to="/" variant="quiet">
            {tAccount('cancel')}
          </ButtonLink>
        </div>
      </form>
    </Card>
  )
}
