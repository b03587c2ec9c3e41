import { UsersRound } from 'lucide-react'
import { useId } from 'react'
import { useSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import choiceStyles from '../../ui/forms/choice.module.css'
import { FieldError } from '../../ui/forms/Field.tsx'
import { searchTexts } from '../texts.ts'
import { COUPLES, type ProfileType, SINGLES } from './criteria.ts'
import styles from './form.module.css'

type Props = { value: ProfileType | null; error?: string; onChange: (type: ProfileType) => void }

/** Lets the member choose one of six profile types; couples come first. */
export function TypeChoice({ value, error, onChange }: Props) {
  const t = useTexts(searchTexts)
  const id = useId()
  const isCouple = useSession()?.couple
  const choice = (type: ProfileType) => (
    <label key={type} className={classes(choiceStyles.pill, styles.type)} data-type={type}>
      <input
        type="radio"
        className={choiceStyles.native}
        name={id}
        value={type}
        checked={value === type}
        aria-invalid={error ? true : undefined}
        onChange={() => onChange(type)}
      />
      {type.endsWith('COUPLE') && <UsersRound size="1.125rem" strokeWidth={1.75} aria-hidden />}
      {t(`type.${type}`)}
    </label>
  )
  return (
    <div role="radiogroup" aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
      <h2 className={styles.heading} id={id}>
        {t(isCouple ? 'lookingForOfTwo' : 'lookingFor')}
      </h2>
      <p className={styles.label}>{t('couple')}</p>
      <div className={styles.couples}>{COUPLES.map(choice)}</div>
      <p className={styles.label}>{t('single')}</p>
      <div className={styles.singles}>{SINGLES.map(choice)}</div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
