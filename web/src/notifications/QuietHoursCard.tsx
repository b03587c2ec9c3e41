import { QUIET_HOURS_DEFAULT } from '@app/contract/notifications'
import { Moon } from 'lucide-react'
import { useTexts } from '../lib/text/texts.ts'
import { SelectField } from '../ui/forms/SelectField.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { NotificationSettingsState } from './NotificationSettingsState.tsx'
import styles from './notifications.module.css'
import { changePreferences } from './store.ts'
import { notificationTexts } from './texts.ts'

const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const choicesWithout = (excluded: number) =>
  HOURS.filter((hour) => hour !== excluded).map((hour) => ({ value: String(hour), label: formatHour(hour) }))

/** Lets the member choose the hours in which their devices show no notifications. */
export function QuietHoursCard() {
  const t = useTexts(notificationTexts)
  return (
    <Card title={t('quiet')}>
      <NotificationSettingsState>
        {(settings) => {
          const { quietHours } = settings
          const change = (changes: Partial<typeof QUIET_HOURS_DEFAULT>) =>
            void changePreferences({ quietHours: { ...(quietHours ?? QUIET_HOURS_DEFAULT), ...changes } })
          return (
            <>
              <div className={styles.switches}>
                <Switch
                  checked={quietHours !== null}
                  onChange={(isOn) => void changePreferences({ quietHours: isOn ? QUIET_HOURS_DEFAULT : null })}
                >
                  {t('quietOn')}
                </Switch>
              </div>
              {quietHours && (
                <>
                  <div className={styles.hours}>
                    <SelectField
                      label={t('quietFrom')}
                      choices={choicesWithout(quietHours.to)}
                      value={String(quietHours.from)}
                      onChange={(from) => change({ from: Number(from) })}
                    />
                    <SelectField
                      label={t('quietTo')}
                      choices={choicesWithout(quietHours.from)}
                      value={String(quietHours.to)}
                      onChange={(to) => change({ to: Number(to) })}
                    />
                  </div>
                  <p className={styles.note}>
                    <Moon size="1rem" strokeWidth={1.75} aria-hidden />
                    {t('quietHint', { time: formatHour(quietHours.to) })}
                  </p>
                </>
              )}
            </>
          )
        }}
      </NotificationSettingsState>
    </Card>
  )
}
