import { useTexts } from '../lib/text/texts.ts'
import { TogglePills } from '../ui/forms/TogglePills.tsx'
import styles from './list.module.css'
import { eventsTexts } from './texts.ts'
import { showsGroups, showsOlder, showsPublic } from './toggles.ts'

const SETTINGS = { publicOnes: showsPublic, groupOnes: showsGroups, older: showsOlder } as const
type Toggle = keyof typeof SETTINGS
const TOGGLES = Object.keys(SETTINGS) as Toggle[]

/** Toggles public events, group events and past events. */
export function EventToggles() {
  const t = useTexts(eventsTexts)
  const on: Record<Toggle, boolean> = {
    publicOnes: showsPublic.use() === 'on',
    groupOnes: showsGroups.use() === 'on',
    older: showsOlder.use() === 'on',
  }
  return (
    <div className={styles.toggles}>
      <TogglePills<Toggle>
        legend={t('which')}
        legendHidden
        choices={TOGGLES.map((value) => ({ value, label: t(value) }))}
        values={TOGGLES.filter((toggle) => on[toggle])}
        onChange={(values) => {
          for (const toggle of TOGGLES) SETTINGS[toggle].set(values.includes(toggle) ? 'on' : 'off')
        }}
      />
    </div>
  )
}
