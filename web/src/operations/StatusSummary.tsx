import type { Operations } from '@app/contract/operations'
import { CircleCheck, CircleHelp, TriangleAlert, WifiOff } from 'lucide-react'
import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import { type AssessedName, type Assessment, assessOperations } from './assessment.ts'
import { operationsTexts } from './texts.ts'
import styles from './tiles.module.css'
import { useTimeIn } from './times.ts'

const LOOKS = {
  good: { Icon: CircleCheck, look: undefined },
  look: { Icon: TriangleAlert, look: styles.look },
  unknown: { Icon: CircleHelp, look: styles.unknown },
} as const

function useMeasurementName(): (name: AssessedName) => string {
  const t = useTexts(operationsTexts)
  return (name) => (name === 'measurements' || name === 'redis' ? t(`others.${name}`) : t(`tile.${name}`).toLowerCase())
}

/** Returns the worst assessment, and the names that have it. */
function worstOf(states: Record<AssessedName, Assessment>): { worst: Assessment; names: AssessedName[] } {
  const named = (state: Assessment) => (Object.keys(states) as AssessedName[]).filter((name) => states[name] === state)
  const worst = (['look', 'unknown'] as const).find((state) => named(state).length > 0) ?? 'good'
  return { worst, names: named(worst) }
}

/** Summarizes the state in one sentence, with the time of the figures. */
export function StatusSummary({ operations, old }: { operations: Operations; old: boolean }) {
  const t = useTexts(operationsTexts)
  const language = useLanguage()
  const thingOf = useMeasurementName()
  const timeOf = useTimeIn('DAY')
  const states = assessOperations(operations)
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
