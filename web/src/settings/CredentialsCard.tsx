import { useEffect } from 'react'
import { watchForFocusLoss } from '../lib/navigation/focus-loss.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { CredentialRow } from './CredentialRow.tsx'
import { EmailForm } from './EmailForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SettingsState } from './SettingsState.tsx'
import styles from './settings.module.css'
import { cancelEmailChange, loadEmail, useSettings } from './store.ts'
import { settingsTexts } from './texts.ts'

const load = () => void loadEmail()

/** Lets members change their email address and password. */
export function CredentialsCard() {
  const t = useTexts(settingsTexts)
  const { data, state } = useSettings(({ email }) => email)
  useEffect(load, [])
  return (
    <Card title={t('credentials')}>
      <SettingsState isLoaded={data !== undefined} failed={state === 'failed'} retry={load}>
        <CredentialRow
          label={t('email')}
          value={data?.email}
          changeLabel={t('changeEmail')}
          form={(close) => <EmailForm close={close} />}
        />
        {data?.pending && (
          <div className={styles.pending}>
            <p role="status">
              {t.rich('emailPending', { address: () => <strong className={styles.address}>{data.pending}</strong> })}
            </p>
            <Button
              variant="outlined"
              onClick={({ currentTarget }) => {
                watchForFocusLoss(currentTarget)
                void cancelEmailChange()
              }}
            >
              {t('cancelEmail')}
            </Button>
          </div>
        )}
      </SettingsState>
      <CredentialRow
        label={t('password')}
        value={<span className={styles.advice}>{t('passwordLead')}</span>}
        changeLabel={t('changePassword')}
        form={(close) => <PasswordForm close={close} />}
      />
    </Card>
  )
}
