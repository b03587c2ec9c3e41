import type { Person } from '@app/contract/members/members'
import { useTexts } from '../lib/text/texts.ts'
import { useAge } from '../ui/facts.ts'
import { Card } from '../ui/layout/Card.tsx'
import { Disclosure } from '../ui/layout/Disclosure.tsx'
import styles from './profile.module.css'
import { profileTexts } from './texts.ts'

const SHOWN = ['orientation', 'height', 'weight', 'body', 'eyeColor', 'smoking', 'drinking'] as const
/** Hidden until the reader opens them. */
const INTIMATE = ['ethnicity', 'breastSize', 'penisSize', 'shavedStyle'] as const

type Shown = (typeof SHOWN)[number] | (typeof INTIMATE)[number]
type Fact = { field: Shown; text: string }

/** Returns a person's visible facts; secret ones are omitted. */
function useFacts(person: Person): (fields: readonly Shown[]) => Fact[] {
  const t = useTexts(profileTexts)
  const textOf = (field: Shown): string | null => {
    if (field === 'height' || field === 'weight') {
      const measure = person[field]
      return measure === null ? null : t(`measure.${field}`, { measure })
    }
    const choice = person[field]
    return choice === null || choice === 'SECRET' || choice === 'S' ? null : t(`choice.${choice}`)
  }
  return (fields) =>
    fields.flatMap((field) => {
      const text = textOf(field)
      return text === null ? [] : [{ field, text }]
    })
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  const t = useTexts(profileTexts)
  return (
    <dl className={styles.facts}>
      {facts.map(({ field, text }) => (
        <div key={field} className={styles.fact}>
          <dt>{t(`fact.${field}`)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows one person of a profile. */
export function PersonCard({ person }: { person: Person }) {
  const t = useTexts(profileTexts)
  const age = useAge()(person)
  const factsOf = useFacts(person)
  const [shown, intimate] = [factsOf(SHOWN), factsOf(INTIMATE)]
  const title =
    person.sex === 'SECRET' ? t('ageAlone', { age }) : t('sexAndAge', { sex: t(`choice.${person.sex}`), age })
  return (
    <Card title={title}>
      {shown.length > 0 && <Facts facts={shown} />}
      {intimate.length > 0 && (
        <Disclosure label={t('moreDetails')}>
          <Facts facts={intimate} />
        </Disclosure>
      )}
    </Card>
  )
}
