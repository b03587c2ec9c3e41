import { Bell, Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDiscreet } from '../lib/device/discreet.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Switch } from '../ui/forms/Switch.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { LogoMark } from '../ui/layout/Wordmark.tsx'
import { refreshDeviceState, turnOff, turnOn, useDeviceState } from './device.ts'
import { NotificationSettingsState } from './NotificationSettingsState.tsx'
import styles from './notifications.module.css'
import { changePreferences } from './store.ts'
import { notificationTexts } from './texts.ts'

const KINDS = ['messages', 'invites', 'seats'] as const

/** Shows what a notification looks like on this device. */
function Sample() {
  const t = useTexts(notificationTexts)
  const isDiscreet = useDiscreet()
  return (
    <>
      <p className={styles.label}>{t('sampleLabel')}</p>
      <div className={styles.sample}>
        <span className={styles.icon}>{isDiscreet ? <Bell size="1.25rem" aria-hidden /> : <LogoMark />}</span>
        <span className={styles.words}>
          <span className={styles.product}>{t(isDiscreet ? 'discreetProduct' : 'product')}</span>
          <span className={styles.body}>{t('sample')}</span>
        </span>
        <span className={styles.now}>{t('now')}</span>
      </div>
    </>
  )
}

/** Turns notifications on this device on, after an explanation, and off. */
function DeviceSwitch() {
  const t = useTexts(notificationTexts)
  const state = useDeviceState(({ state }) => state)
  const [pending, setPending] = useState<'turningOn' | 'turningOff' | null>(null)
  useEffect(() => {
    refreshDeviceState()
    window.addEventListener('focus', refreshDeviceState)
    return () => window.removeEventListener('focus', refreshDeviceState)
  }, [])
  if (state === 'UNAVAILABLE') return <p className={styles.note}>{t('unavailable')}</p>
  const change = async (isOn: boolean) => {
    setPending(isOn ? 'turningOn' : 'turningOff')
    try {
      await (isOn ? turnOn() : turnOff())
    } catch {
      showToast({ text: t(isOn ? 'failed' : 'failedToTurnOff') })
    }
    setPending(null)
  }
  return (
    <>
      <div className={styles.switches}>
        <Switch
          checked={state === 'ON'}
          disabled={pending !== null || state === 'DENIED'}
          onChange={(isOn) => void change(isOn)}
          {...(pending ? { hint: t(pending) } : {})}
        >
          {t('device')}
        </Switch>
      </div>
      {state === 'DENIED' && (
        <p className={styles.note} role="status">
          <Info size="1rem" strokeWidth={1.75} aria-hidden />
          {t('denied')}
        </p>
      )}
      <Sample />
      <p className={styles.note}>
        <Info size="1rem" strokeWidth={1.75} aria-hidden />
        {t('service')}
      </p>
    </>
  )
}

/** Lets the member choose whether this device shows notifications, and about what. */
export function NotificationsCard() {
  const t = useTexts(notificationTexts)
  return (
    <Card title={t('title')}>
      <p className={styles.lead}>{t('lead')}</p>
      <DeviceSwitch />
      <NotificationSettingsState>
        {(settings) => (
          <div className={styles.kinds}>
            <div className={styles.switches}>
              {KINDS.map((kind) => (
                <Switch
                  key={kind}
                  checked={settings[kind]}
                  onChange={(isOn) => void changePreferences({ [kind]: isOn })}
                >
                  {t(kind)}
                </Switch>
              ))}
            </div>
            <p className={styles.groups}>
              {t('groups')}
              <span className={styles.hint}>{t('groupsHint')}</span>
            </p>
          </div>
        )}
      </NotificationSettingsState>
    </Card>
  )
}
