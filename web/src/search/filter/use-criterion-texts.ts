import { SEARCH_AGE_DEFAULT } from '@app/contract/limits'
import type { PersonSelection } from '@app/contract/members/profiles'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { searchTexts } from '../texts.ts'
import { usePersonTitles } from '../use-person-titles.ts'
import type { Criterion } from './active-criteria.ts'
import type { SearchCriteria } from './criteria.ts'
import { sexesOf } from './use-draft.ts'

/** Returns a formatter for a criterion, such as '30–60 år', or 'Kvinna: 30–55 år' if it applies to one person. */
export function useCriterionTexts(): (criterion: Criterion, criteria: SearchCriteria) => string {
  const t = useTexts(searchTexts)
  const locale = localeOf(useLanguage())
  const titles = usePersonTitles()
  const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' })

  const formatAges = ({ minAge: min, maxAge: max }: PersonSelection): string => {
    if (max === 0 || max >= SEARCH_AGE_DEFAULT.max) return t('chip.fromAge', { min: String(min) })
    return min === 0 ? t('chip.toAge', { max: String(max) }) : t('chip.ages', { min: String(min), max: String(max) })
  }
  const formatOrientations = ({ orientations }: PersonSelection): string =>
    alternatives.format(orientations.map((orientation) => t(`orientation.${orientation}`)))

  return (criterion, criteria) => {
    switch (criterion.kind) {
      case 'type':
        return t(`chip.type.${criteria.type}`)
      case 'city':
        return criterion.city
      case 'photo':
        return t('chip.photo')
      case 'verified':
        return t('chip.verified')
      case 'active':
        return t('chip.active', { days: criteria.activeWithinDays ?? 0 })
      default: {
        const person = criteria.persons[criterion.person ?? 0]
        if (!person) return ''
        const text = criterion.kind === 'ages' ? formatAges(person) : formatOrientations(person)
        const title = criterion.person === null ? undefined : titles(sexesOf(criteria))[criterion.person]
        return title ? t('chip.ofPerson', { person: title, criterion: text }) : text
      }
    }
  }
}
