import type { MailPreferences } from '@app/contract/members/members'
import { useTexts } from '../lib/text/texts.ts'
import { Switch } from '../ui/forms/Switch.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { SettingsState } from './SettingsState.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './texts.ts'

const PREFERENCES = [
  'wantsChatMail',
  'wantsEventMail',
  'wantsNewsMail',
] as const satisfies readonly (keyof MailPreferences)[]

export type EmailPreferencesProps = {
  preferences: MailPreferences | undefined
  failed: boolean
  retry: () => void
  onChange: (name: keyof MailPreferences, on: boolean) => void
}

/** Lets the member choose which kinds of email they receive. */
export function MailCard({ preferences, failed, retry, onChange }: EmailPreferencesProps) {
  const t = useTexts(settingsTexts)
  return (
    <Card title={t('mails')}>
      <p className={styles.lead}>{t('mailsLead')}</p>
      <SettingsState isLoaded={preferences !== undefined} failed={failed} retry={retry}>
        <div className={styles.switches}>
          {PREFERENCES.map((name) => (
            <Switch key={name} checked={preferences?.[name] ?? false} onChange={(isOn) => onChange(name, isOn)}>
              {t(name)}
            </Switch>
          ))}
        </div>
      </SettingsState>
    </Card>
  )
}
