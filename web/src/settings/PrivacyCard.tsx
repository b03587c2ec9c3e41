import { useEffect } from 'react'
import { useTexts } from '../lib/texts.ts'
import { Card } from '../ui/Card.tsx'
import { Failed } from '../ui/Failed.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { Switch } from '../ui/Switch.tsx'
import styles from './settings.module.css'
import { loadSettings, setSetting, useSettings } from './store.ts'
import { settingsTexts } from './texts.ts'

const retry = () => void loadSettings()

export function PrivacyCard() {
  const t = useTexts(settingsTexts)
  const settings = useSettings((state) => state.settings)
  useEffect(retry, [])
  return (
    <Card title={t('privacy')}>
      {settings.data ? (
        <div className={styles.switches}>
          <Switch
            checked={settings.data.presenceOff}
            onChange={(on) => void setSetting('presenceOff', on)}
            hint={t('presenceOffHint')}
          >
            {t('presenceOff')}
          </Switch>
          <Switch
            checked={settings.data.receiptsOff}
            onChange={(on) => void setSetting('receiptsOff', on)}
            hint={t('receiptsOffHint')}
          >
            {t('receiptsOff')}
          </Switch>
        </div>
      ) : settings.state === 'failed' ? (
        <Failed text={t('settingsFailed')} retry={retry} />
      ) : (
        <Loading text={t('loadingSettings')}>
          <div className={styles.skeletons}>
            <Skeleton height="44px" radius="12px" />
            <Skeleton height="44px" radius="12px" />
          </div>
        </Loading>
      )}
    </Card>
  )
}
