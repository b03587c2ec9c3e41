import type { Person } from '@app/contract/members/members'
import { useTexts } from '../lib/text/texts.ts'
import { useAge } from '../ui/facts.ts'
import { Card } from '../ui/layout/Card.tsx'
import { Disclosure } from '../ui/layout/Disclosure.tsx'
import styles from './profile.module.css'
import { profileTexts } from './texts.ts'

const COMMON_FIELDS = ['orientation', 'height', 'weight', 'body', 'eyeColor', 'smoking', 'drinking'] as const
/** The fields that are collapsed at first. */
const INTIMATE_FIELDS = ['ethnicity', 'breastSize', 'penisSize', 'shavedStyle'] as const

type FactField = (typeof COMMON_FIELDS)[number] | (typeof INTIMATE_FIELDS)[number]
type Fact = { field: FactField; text: string }

/** Returns a function that lists a person's facts in these fields, without missing and secret ones. */
function useFacts(person: Person): (fields: readonly FactField[]) => Fact[] {
  const t = useTexts(profileTexts)
  const formatFact = (field: FactField): string | null => {
    if (field === 'height' || field === 'weight') {
      const measure = person[field]
      return measure === null ? null : t(`measure.${field}`, { measure })
    }
    const choice = person[field]
    return choice === null || choice === 'SECRET' || choice === 'S' ? null : t(`choice.${choice}`)
  }
  return (fields) =>
    fields.flatMap((field) => {
      const text = formatFact(field)
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
  const listFacts = useFacts(person)
  const [commonFacts, intimateFacts] = [listFacts(COMMON_FIELDS), listFacts(INTIMATE_FIELDS)]
  const title =
    person.sex === 'SECRET' ? t('ageAlone', { age }) : t('sexAndAge', { sex: t(`choice.${person.sex}`), age })
  return (
    <Card title={title}>
      {commonFacts.length > 0 && <Facts facts={commonFacts} />}
      {intimateFacts.length > 0 && (
        <Disclosure label={t('moreDetails')}>
          <Facts facts={intimateFacts} />
        </Disclosure>
      )}
    </Card>
  )
}
