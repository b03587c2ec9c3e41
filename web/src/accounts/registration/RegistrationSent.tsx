import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { EmailAddress } from '../EmailAddress.tsx'
import styles from '../form.module.css'
import { accountPageTexts } from '../page-texts.ts'
import { registrationTexts } from './registration-texts.ts'

export function RegistrationSent({ email }: { email: string }) {
  const t = useTexts(registrationTexts)
  const tAccount = useTexts(accountPageTexts)
  return (
    <Card roomy>
      <div className={styles.cardForm}>
        <p>{t.rich('mailSent', { address: () => <EmailAddress email={email} /> })}</p>
        <p>{tAccount('mailSlow')}</p>
        <p>{t('mailMayBeBlocked')}</p>
        <div className={styles.bar}>
          <ButtonLink to="/" variant="outlined">
            {tAccount('backToLogin')}
          </ButtonLink>
          <ButtonLink to="/registration" variant="quiet">
            {tAccount('otherAddress')}
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}
