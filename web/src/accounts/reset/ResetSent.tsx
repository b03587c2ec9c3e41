import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { EmailAddress } from '../EmailAddress.tsx'
import styles from '../form.module.css'
import { accountPageTexts } from '../page-texts.ts'

export function ResetSent({ email }: { email: string }) {
  const t = useTexts(accountPageTexts)
  return (
    <>
      <p className={styles.text}>{t.rich('resetSent', { address: () => <EmailAddress email={email} /> })}</p>
      <p className={styles.text}>{t('mailSlow')}</p>
      <div className={styles.form}>
        <ButtonLink to="/" wide>
          {t('backToLogin')}
        </ButtonLink>
        <ButtonLink to="/reset-pwd" variant="quiet" wide>
          {t('otherAddress')}
        </ButtonLink>
      </div>
    </>
  )
}
