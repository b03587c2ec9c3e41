import type { ReactNode } from 'react'
import type { SettingsSection } from '../lib/navigation/settings-url.ts'
import { CredentialsCard } from './CredentialsCard.tsx'
import { DeleteCard } from './DeleteCard.tsx'
import { DisplayCard } from './DisplayCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import { type EmailPreferencesProps, MailCard } from './MailCard.tsx'
import { PrivacyCard } from './PrivacyCard.tsx'
import { ReportsCard } from './ReportsCard.tsx'
import { SessionsCard, type SessionsProps } from './SessionsCard.tsx'
import { SettingsSections, useSelectedSection } from './SettingsSections.tsx'
import styles from './settings.module.css'

/** The cards that pages add, since they belong to other features. */
type OtherCards = {
  notifications?: ReactNode
  quietHours?: ReactNode
  contact?: ReactNode
  blocked?: ReactNode
  searches?: ReactNode
  passkeys?: ReactNode
  age?: ReactNode
}

export type SettingsProps = OtherCards & SessionsProps & { emailPreferences: EmailPreferencesProps }

/** The cards of each section, in two columns. */
const SECTIONS: Record<SettingsSection, (props: SettingsProps) => [left: ReactNode, right: ReactNode]> = {
  display: () => [<DisplayCard key="display" />, <PrivacyCard key="privacy" />],
  notifications: ({ notifications, quietHours, emailPreferences }) => [
    notifications,
    <>
      {quietHours}
      <MailCard {...emailPreferences} />
    </>,
  ],
  safety: ({ contact, blocked }) => [
    contact,
    <>
      {blocked}
      <ReportsCard />
    </>,
  ],
  searches: ({ searches }) => [searches, null],
  login: ({ passkeys, age, requestLogOut }) => [
    <>
      {passkeys}
      <SessionsCard requestLogOut={requestLogOut} />
      {age}
    </>,
    <>
      <CredentialsCard />
      <ExportCard />
      <DeleteCard />
    </>,
  ],
}

/** Shows the cards of one section. */
export function SettingsCards({ section, ...props }: SettingsProps & { section: SettingsSection }) {
  const [left, right] = SECTIONS[section](props)
  return (
    <div className={styles.cards}>
      {left && <div className={styles.column}>{left}</div>}
      <div className={styles.column}>{right}</div>
    </div>
  )
}

/** Shows the section of the settings that the URL selects. */
export function SettingsTab(props: SettingsProps) {
  const selected = useSelectedSection()
  return (
    <div className={styles.settings}>
      <SettingsSections selected={selected} />
      <SettingsCards key={selected} section={selected} {...props} />
    </div>
  )
}
