import { CircleCheck, TriangleAlert, WifiOff } from 'lucide-react'
import { localeOf, useLanguage } from '../lib/language.ts'
import { useTexts } from '../lib/texts.ts'
import { classes } from '../ui/classes.ts'
import { type Judged, judgementsOf } from './judging.ts'
import type { Figures } from './store.ts'
import { operationsTexts } from './texts.ts'
import styles from './tiles.module.css'
import { useTimeIn } from './times.ts'

function useThing(): (name: Judged) => string {
  const t = useTexts(operationsTexts)
  return (name) => (name === 'measurements' || name === 'redis' ? t(`others.${name}`) : t(`tile.${name}`).toLowerCase())
}

/** All in one sentence, and of when it is. */
export function Verdict({ figures, old }: { figures: Figures; old: boolean }) {
  const t = useTexts(operationsTexts)
  const language = useLanguage()
  const thingOf = useThing()
  const timeOf = useTimeIn('DAY')
  const states = judgementsOf(figures)
  const names = (Object.keys(states) as Judged[]).filter((name) => states[name] === 'look')
  const things = new Intl.ListFormat(localeOf(language)).format(names.map(thingOf))
  const { minute } = figures.operations
  const time = minute && timeOf(minute.at)
  const good = names.length === 0
  const Icon = good ? CircleCheck : TriangleAlert
  return (
    <div className={classes(styles.verdict, !good && styles.look)}>
      <Icon size={24} strokeWidth={1.75} aria-hidden />
      <div>
        <p className={styles.sentence} role="status">
          {good ? t('allGood') : t('lookAt', { count: names.length, things })}
        </p>
        <p className={styles.when}>
          {old && <WifiOff size={16} strokeWidth={1.75} aria-hidden />}
          {time && t(old ? 'old' : states.measurements === 'look' ? 'unmeasured' : 'measured', { time })}
        </p>
      </div>
    </div>
  )
}
