import type { ReactNode } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './texts.ts'

type Props = { isLoaded: boolean; failed: boolean; retry: () => void; children: ReactNode }

/** Shows a card's loading and error states until its settings are loaded. */
export function SettingsState({ isLoaded, failed, retry, children }: Props) {
  const t = useTexts(settingsTexts)
  if (isLoaded) return children
  if (failed) return <Failed text={t('settingsFailed')} retry={retry} />
  return (
    <Loading text={t('loadingSettings')}>
      <div className={styles.skeletons}>
        <Skeleton height="2.75rem" radius="0.75rem" />
        <Skeleton height="2.75rem" radius="0.75rem" />
      </div>
    </Loading>
  )
}
