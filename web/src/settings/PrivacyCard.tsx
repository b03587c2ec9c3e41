import type { MemberSettings } from '@app/contract/members/members'
import { useEffect } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Switch } from '../ui/forms/Switch.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { SettingsState } from './SettingsState.tsx'
import styles from './settings.module.css'
import { loadSettings, setSetting, useSettings } from './store.ts'
import { settingsTexts } from './texts.ts'

const SETTINGS = [
  'presenceOff',
  'receiptsOff',
  'hiddenFromSearch',
  'incognito',
  'visitorsClosed',
] as const satisfies readonly (keyof MemberSettings)[]

const load = () => void loadSettings()

/** Lets the member choose what other members can see. */
export function PrivacyCard() {
  const t = useTexts(settingsTexts)
  const settings = useSettings((state) => state.settings)
  useEffect(load, [])
  return (
    <Card title={t('privacy')}>
      <SettingsState isLoaded={settings.data !== undefined} failed={settings.state === 'failed'} retry={load}>
        <div className={styles.switches}>
          {SETTINGS.map((name) => (
            <Switch
              key={name}
              checked={settings.data?.[name] ?? false}
              onChange={(isOn) => void setSetting(name, isOn)}
              hint={t(`${name}Hint`)}
            >
              {t(name)}
            </Switch>
          ))}
        </div>
      </SettingsState>
    </Card>
  )
}
