import { UsersRound } from 'lucide-react'
import { type Ref, useId } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import choiceStyles from '../../ui/forms/choice.module.css'
import resultsStyles from '../hits/results.module.css'
import { searchTexts } from '../texts.ts'
import { searchUrl } from '../urls.ts'
import { COUPLES, criteriaFor, type Preferences, type ProfileType, SINGLES } from './criteria.ts'
import styles from './first-choice.module.css'

type Props = { preferences: Preferences; heading: Ref<HTMLHeadingElement> }

/** Lets a member whose profile does not say whom they look for choose a type of profile, which shows its results. */
export function FirstChoice({ preferences, heading }: Props) {
  const t = useTexts(searchTexts)
  const id = useId()
  const renderGroup = (group: 'couple' | 'single', types: readonly ProfileType[]) => (
    <section aria-labelledby={`${id}-${group}`}>
      <h3 className={styles.label} id={`${id}-${group}`}>
        {t(group)}
      </h3>
      <ul className={styles.types}>
        {types.map((type) => (
          <li key={type}>
            <Link
              className={classes(choiceStyles.pill, styles.type)}
              to={searchUrl({ by: 'filter', criteria: criteriaFor(type, preferences), page: 0 })}
            >
              {group === 'couple' && <UsersRound size="1.125rem" strokeWidth={1.75} aria-hidden />}
              {t(`type.${type}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
  const choice = (
    <div className={styles.choice}>
      {renderGroup('couple', COUPLES)}
      {renderGroup('single', SINGLES)}
      <ButtonLink variant="quiet" to="/myprofile?tab=profile">
        {t('saveInProfile')}
      </ButtonLink>
    </div>
  )
  const title = t('notStarted')
  const focusableHeading = (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  )
  return (
    <div className={resultsStyles.results}>
      <EmptyState title={title} heading={focusableHeading} action={choice}>
        {t('notStartedText')}
      </EmptyState>
    </div>
  )
}
