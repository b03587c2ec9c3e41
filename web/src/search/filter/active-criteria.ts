import { SEARCH_AGE_DEFAULT } from '@app/contract/limits'
import type { PersonSelection } from '@app/contract/members/profiles'
import { type SearchCriteria, withPerson } from './criteria.ts'

/** One criterion of a search. `person` is the index of the person to which it applies; null if it applies to all. */
export type Criterion =
  | { kind: 'type' | 'photo' | 'verified' | 'active' }
  | { kind: 'city'; city: string }
  | { kind: 'ages' | 'orientations'; person: number | null }

export const criterionKey = (criterion: Criterion): string => Object.values(criterion).join(' ')

const hasAges = ({ minAge, maxAge }: PersonSelection): boolean =>
  minAge > SEARCH_AGE_DEFAULT.min || (maxAge > 0 && maxAge < SEARCH_AGE_DEFAULT.max)

const hasOrientations = ({ orientations }: PersonSelection): boolean => orientations.length > 0

const agesKey = ({ minAge, maxAge }: PersonSelection): string => `${minAge}-${maxAge}`

const orientationsKey = ({ orientations }: PersonSelection): string => [...orientations].sort().join()

/** Returns the criterion of each person that has it; a single one if it is the same for all persons. */
function listPersonCriteria(
  persons: readonly PersonSelection[],
  kind: 'ages' | 'orientations',
  isActive: (person: PersonSelection) => boolean,
  keyOf: (person: PersonSelection) => string,
): Criterion[] {
  const [first] = persons
  if (first && persons.every((person) => keyOf(person) === keyOf(first)))
    return isActive(first) ? [{ kind, person: null }] : []
  return persons.flatMap((person, index) => (isActive(person) ? [{ kind, person: index }] : []))
}

/** Returns the criteria that restrict a search, in the order in which they are shown. */
export function listCriteria({
  persons,
  cities,
  onlyWithPhoto,
  verified,
  activeWithinDays,
}: SearchCriteria): Criterion[] {
  return [
    { kind: 'type' },
    ...cities.map((city) => ({ kind: 'city' as const, city })),
    ...listPersonCriteria(persons, 'ages', hasAges, agesKey),
    ...listPersonCriteria(persons, 'orientations', hasOrientations, orientationsKey),
    ...(onlyWithPhoto ? [{ kind: 'photo' as const }] : []),
    ...(verified ? [{ kind: 'verified' as const }] : []),
    ...(activeWithinDays === null ? [] : [{ kind: 'active' as const }]),
  ]
}

function changePersons(
  criteria: SearchCriteria,
  person: number | null,
  change: Partial<PersonSelection>,
): SearchCriteria {
  const indexes = person === null ? [...criteria.persons.keys()] : [person]
  return indexes.reduce((changed, index) => withPerson(changed, index, change), criteria)
}

/** Returns the criteria without one of them. A search always has a type. */
export function removeCriterion(criteria: SearchCriteria, criterion: Criterion): SearchCriteria {
  switch (criterion.kind) {
    case 'type':
      return criteria
    case 'city':
      return { ...criteria, cities: criteria.cities.filter((city) => city !== criterion.city) }
    case 'ages':
      return changePersons(criteria, criterion.person, {
        minAge: SEARCH_AGE_DEFAULT.min,
        maxAge: SEARCH_AGE_DEFAULT.max,
      })
    case 'orientations':
      return changePersons(criteria, criterion.person, { orientations: [] })
    case 'photo':
      return { ...criteria, onlyWithPhoto: false }
    case 'verified':
      return { ...criteria, verified: false }
    case 'active':
      return { ...criteria, activeWithinDays: null }
  }
}
