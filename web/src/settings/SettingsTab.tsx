import { DisplayCard } from './DisplayCard.tsx'
import { PrivacyCard } from './PrivacyCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import styles from './settings.module.css'

export const SettingsTab = ({ onLogOut }: { onLogOut: () => void }) => (
  <div className={styles.cards}>
    <div className={styles.column}>
      <DisplayCard />
      <PrivacyCard />
    </div>
    <div className={styles.column}>
      <SessionsCard onLogOut={onLogOut} />
    </div>
  </div>
)
