import type { Id } from '@app/contract/base'
import { useTexts } from '../lib/text/texts.ts'
import { Switch } from '../ui/forms/Switch.tsx'
import { NotificationSettingsState } from './NotificationSettingsState.tsx'
import styles from './notifications.module.css'
import { notifyAboutGroup } from './store.ts'
import { notificationTexts } from './texts.ts'

/** Lets a member of a group choose whether their devices show notifications about its posts. */
export function GroupSwitch({ groupId }: { groupId: Id }) {
  const t = useTexts(notificationTexts)
  return (
    <NotificationSettingsState>
      {(settings) => (
        <div className={styles.switches}>
          <Switch
            checked={settings.groupIds.includes(groupId)}
            onChange={(isOn) => void notifyAboutGroup(groupId, isOn)}
            hint={t('groupHint')}
          >
            {t('group')}
          </Switch>
        </div>
      )}
    </NotificationSettingsState>
  )
}
