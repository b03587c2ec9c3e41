import { Check, CircleHelp, TriangleAlert } from 'lucide-react'
import { useTexts } from '../lib/text/texts.ts'
import { Chip } from '../ui/marks/Chip.tsx'
import type { Assessment } from './assessment.ts'
import { operationsTexts } from './texts.ts'

const APPEARANCES = {
  good: { tone: 'trust', icon: Check },
  attention: { tone: 'problem', icon: TriangleAlert },
  unknown: { tone: 'neutral', icon: CircleHelp },
} as const

/** Shows an assessment as a word, an icon and a color. */
export function StateMark({ state }: { state: Assessment }) {
  const t = useTexts(operationsTexts)
  return (
    <Chip small {...APPEARANCES[state]}>
      {t(`state.${state}`)}
    </Chip>
  )
}
