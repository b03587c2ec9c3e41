import { DeleteCard } from './DeleteCard.tsx'
import { DisplayCard } from './DisplayCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import { MailCard, type MailProps } from './MailCard.tsx'
import { PrivacyCard } from './PrivacyCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import styles from './settings.module.css'

export const SettingsTab = ({ mails, onLogOut }: { mails: MailProps; onLogOut: () => void }) => (
  <div className={styles.cards}>
    <div className={styles.column}>
      <MailCard {...mails} />
      <PrivacyCard />
    </div>
    <div className={styles.column}>
      <DisplayCard />
      <SessionsCard onLogOut={onLogOut} />
      <ExportCard />
      <DeleteCard />
    </div>
  </div>
)
