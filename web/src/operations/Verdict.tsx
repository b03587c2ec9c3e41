import type { Operations } from '@app/contract/operations'
import { CircleCheck, CircleHelp, TriangleAlert, WifiOff } from 'lucide-react'
import { localeOf, useLanguage } from '../lib/language.ts'
import { useTexts } from '../lib/texts.ts'
import { classes } from '../ui/classes.ts'
import { type Judged, type Judgement, judgementsOf } from './judging.ts'
import { operationsTexts } from './texts.ts'
import styles from './tiles.module.css'
import { useTimeIn } from './times.ts'

const LOOKS = {
  good: { Icon: CircleCheck, look: undefined },
  look: { Icon: TriangleAlert, look: styles.look },
  unknown: { Icon: CircleHelp, look: styles.unknown },
} as const

function useThing(): (name: Judged) => string {
  const t = useTexts(operationsTexts)
  return (name) => (name === 'measurements' || name === 'redis' ? t(`others.${name}`) : t(`tile.${name}`).toLowerCase())
}

/** The worst that is said of anything, and what it is said of. */
function worstOf(states: Record<Judged, Judgement>): { worst: Judgement; names: Judged[] } {
  const named = (state: Judgement) => (Object.keys(states) as Judged[]).filter((name) => states[name] === state)
  const worst = (['look', 'unknown'] as const).find((state) => named(state).length > 0) ?? 'good'
  return { worst, names: named(worst) }
}

/** All in one sentence, and of when it is. */
export function Verdict({ operations, old }: { operations: Operations; old: boolean }) {
  const t = useTexts(operationsTexts)
  const language = useLanguage()
  const thingOf = useThing()
  const timeOf = useTimeIn('DAY')
  const states = judgementsOf(operations)
  const { worst, names } = worstOf(states)
  const things = new Intl.ListFormat(localeOf(language)).format(names.map(thingOf))
  const { minute } = operations
  const time = minute && timeOf(minute.at)
  const { Icon, look } = LOOKS[worst]
  return (
    <div className={classes(styles.verdict, look)}>
      <Icon size="1.5rem" strokeWidth={1.75} aria-hidden />
      <div>
        <p className={styles.sentence} role="status">
          {t(`verdict.${worst}`, { count: names.length, things })}
        </p>
        <p className={styles.when}>
          {old && <WifiOff size="1rem" strokeWidth={1.75} aria-hidden />}
          {time && t(old ? 'old' : states.measurements === 'look' ? 'unmeasured' : 'measured', { time })}
        </p>
      </div>
    </div>
  )
}
