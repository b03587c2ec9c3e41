import type { ReactNode } from 'react'
import { CredentialsCard } from './CredentialsCard.tsx'
import { DeleteCard } from './DeleteCard.tsx'
import { DisplayCard } from './DisplayCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import { type EmailPreferencesProps, MailCard } from './MailCard.tsx'
import { PrivacyCard } from './PrivacyCard.tsx'
import { ReportsCard } from './ReportsCard.tsx'
import { SessionsCard, type SessionsProps } from './SessionsCard.tsx'
import styles from './settings.module.css'

export const SettingsTab = ({
  emailPreferences,
  passkeys,
  contact,
  blocked,
  notifications,
  ...sessions
}: {
  emailPreferences: EmailPreferencesProps
  passkeys?: ReactNode
  contact?: ReactNode
  blocked?: ReactNode
  notifications?: ReactNode
} & SessionsProps) => (
  <div className={styles.cards}>
    <div className={styles.column}>
      {notifications}
      <MailCard {...emailPreferences} />
      {contact}
      <PrivacyCard />
      <ReportsCard />
    </div>
    <div className={styles.column}>
      <DisplayCard />
      {blocked}
      <CredentialsCard />
      {passkeys}
      <SessionsCard {...sessions} />
      <ExportCard />
      <DeleteCard />
    </div>
  </div>
)
