import type { Operations } from '@app/contract/operations'
import { CircleCheck, CircleHelp, TriangleAlert, WifiOff } from 'lucide-react'
import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import { type AssessedName, type Assessment, assessOperations } from './assessment.ts'
import { operationsTexts } from './texts.ts'
import styles from './tiles.module.css'
import { useTimeFormat } from './times.ts'

const APPEARANCES = {
  good: { Icon: CircleCheck, className: undefined },
  attention: { Icon: TriangleAlert, className: styles.attention },
  unknown: { Icon: CircleHelp, className: styles.unknown },
} as const

function useMeasurementName(): (name: AssessedName) => string {
  const t = useTexts(operationsTexts)
  return (name) => (name === 'measurements' || name === 'redis' ? t(`others.${name}`) : t(`tile.${name}`).toLowerCase())
}

/** Returns the worst assessment, and the names of the measurements with it. */
function worstOf(states: Record<AssessedName, Assessment>): { worst: Assessment; names: AssessedName[] } {
  const namesWith = (state: Assessment) =>
    (Object.keys(states) as AssessedName[]).filter((name) => states[name] === state)
  const worst = (['attention', 'unknown'] as const).find((state) => namesWith(state).length > 0) ?? 'good'
  return { worst, names: namesWith(worst) }
}

/** Summarizes the state in one sentence, with the time of the measurements. */
export function StatusSummary({ operations, isStale }: { operations: Operations; isStale: boolean }) {
  const t = useTexts(operationsTexts)
  const language = useLanguage()
  const nameOf = useMeasurementName()
  const timeOf = useTimeFormat('DAY')
  const states = assessOperations(operations)
  const { worst, names } = worstOf(states)
  const list = new Intl.ListFormat(localeOf(language)).format(names.map(nameOf))
  const { minute } = operations
  const time = minute && timeOf(minute.at)
  const { Icon, className } = APPEARANCES[worst]
  return (
    <div className={classes(styles.verdict, className)}>
      <Icon size="1.5rem" strokeWidth={1.75} aria-hidden />
      <div>
        <p className={styles.sentence} role="status">
          {t(`verdict.${worst}`, { count: names.length, things: list })}
        </p>
        <p className={styles.when}>
          {isStale && <WifiOff size="1rem" strokeWidth={1.75} aria-hidden />}
          {time && t(isStale ? 'stale' : states.measurements === 'attention' ? 'unmeasured' : 'measured', { time })}
        </p>
      </div>
    </div>
  )
}
