import { useTexts } from '../lib/text/texts.ts'
import { TogglePills } from '../ui/forms/TogglePills.tsx'
import styles from './list.module.css'
import { eventsTexts } from './texts.ts'
import { groupsToggle, pastToggle, publicToggle } from './toggles.ts'

const SETTINGS = { publicEvents: publicToggle, groupEvents: groupsToggle, pastEvents: pastToggle } as const
type Toggle = keyof typeof SETTINGS
const TOGGLES = Object.keys(SETTINGS) as Toggle[]

/** Shows the toggles for public events, group events and past events. */
export function EventToggles() {
  const t = useTexts(eventsTexts)
  const isOn: Record<Toggle, boolean> = {
    publicEvents: publicToggle.use() === 'on',
    groupEvents: groupsToggle.use() === 'on',
    pastEvents: pastToggle.use() === 'on',
  }
  return (
    <div className={styles.toggles}>
      <TogglePills<Toggle>
        legend={t('which')}
        legendHidden
        choices={TOGGLES.map((value) => ({ value, label: t(value) }))}
        values={TOGGLES.filter((toggle) => isOn[toggle])}
        onChange={(values) => {
          for (const toggle of TOGGLES) SETTINGS[toggle].set(values.includes(toggle) ? 'on' : 'off')
        }}
      />
    </div>
  )
}
