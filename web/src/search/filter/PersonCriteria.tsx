import { FindableOrientation, type PersonSelection } from '@app/contract/members/profiles'
import { useTexts } from '../../lib/text/texts.ts'
import { TogglePills } from '../../ui/forms/TogglePills.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { searchTexts } from '../texts.ts'
import { AgeRange } from './AgeRange.tsx'
import styles from './form.module.css'

type Props = {
  person: PersonSelection
  title: string
  error?: string
  onChange: (change: Partial<PersonSelection>) => void
}

/** Lets the member edit the criteria for one person of the wanted profile. */
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
