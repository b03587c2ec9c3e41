import { FindableOrientation, type FindableSex, type PersonSelection } from '@app/contract/members/profiles'
import { useTexts } from '../lib/text/texts.ts'
import { TogglePills } from '../ui/forms/TogglePills.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { AgeRange } from './AgeRange.tsx'
import styles from './form.module.css'
import { searchTexts } from './texts.ts'

type Props = {
  person: PersonSelection
  title: string
  error?: string
  onChange: (change: Partial<PersonSelection>) => void
}

/** Returns a function for the title of each person: 'Kvinna', or for two men 'Ena mannen' and 'Andra mannen'. */
export function useTitles(): (sexes: readonly FindableSex[]) => string[] {
  const t = useTexts(searchTexts)
  return ([first, second]) => {
    if (!first) return []
    if (!second) return [t(`person.${first}`)]
    if (first !== second || first === 'NON_BINARY') return [t(`person.${first}`), t(`person.${second}`)]
    return [t(`person.one${first}`), t(`person.other${first}`)]
  }
}

/** Edits the criteria for one person of the wanted profile. */
export function PersonCriteria({ person, title, error, onChange }: Props) {
  const t = useTexts(searchTexts)
  return (
    <Card title={<span className={styles.cardTitle}>{title}</span>}>
      <div className={styles.criteria}>
        <TogglePills
          dense
          legend={t('orientations')}
          choices={FindableOrientation.options.map((value) => ({ value, label: t(`orientation.${value}`) }))}
          values={person.orientations}
          onChange={(orientations) => onChange({ orientations })}
        />
        <AgeRange ages={person} onChange={onChange} error={error} />
      </div>
    </Card>
  )
}
