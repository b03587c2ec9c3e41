import type { NotificationSettings } from '@app/contract/notifications'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import styles from './notifications.module.css'
import { loadNotificationSettings, useNotificationSettings } from './store.ts'
import { notificationTexts } from './texts.ts'

const load = () => void loadNotificationSettings()

/** Loads the notification settings and passes them to `children`; until then, shows the loading or error state. */
export function NotificationSettingsState({ children }: { children: (settings: NotificationSettings) => ReactNode }) {
  const t = useTexts(notificationTexts)
  const settings = useNotificationSettings((state) => state.settings)
  useEffect(() => {
    if (useNotificationSettings.getState().settings.state === 'notStarted') load()
  }, [])
  if (settings.data) return children(settings.data)
  if (settings.state === 'failed') return <Failed text={t('loadingFailed')} error={settings.error} retry={load} />
  return (
    <Loading text={t('loading')}>
      <div className={styles.switches}>
        <Skeleton height="2.75rem" />
        <Skeleton height="2.75rem" />
      </div>
    </Loading>
  )
}
