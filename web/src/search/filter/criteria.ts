import { SEARCH_AGE_DEFAULT, SEARCH_CITIES_MAX } from '@app/contract/limits'
import type { MemberResponse, Profile } from '@app/contract/members/members'
import type { DroppableFilter, FindableSex, PersonSelection, SearchFilter } from '@app/contract/members/profiles'

/** The profile types to search for, and the sexes of their persons. */
export const SEXES_OF = {
  MIXED_COUPLE: ['FEMALE', 'MALE'],
  MALE_COUPLE: ['MALE', 'MALE'],
  FEMALE_COUPLE: ['FEMALE', 'FEMALE'],
  SINGLE_MALE: ['MALE'],
  SINGLE_NON_BINARY: ['NON_BINARY'],
  SINGLE_FEMALE: ['FEMALE'],
} as const satisfies Record<string, readonly FindableSex[]>

export type ProfileType = keyof typeof SEXES_OF

export const COUPLES = ['MIXED_COUPLE', 'MALE_COUPLE', 'FEMALE_COUPLE'] as const
export const SINGLES = ['SINGLE_MALE', 'SINGLE_NON_BINARY', 'SINGLE_FEMALE'] as const

export type SearchCriteria = {
  type: ProfileType
  /** One entry per person of the type. */
  persons: readonly PersonSelection[]
  cities: readonly string[]
  onlyWithPhoto: boolean
  verified: boolean
  activeWithinDays: number | null
}

const defaultPerson = (sex: FindableSex): PersonSelection => ({
  sex,
  orientations: [],
  minAge: SEARCH_AGE_DEFAULT.min,
  maxAge: SEARCH_AGE_DEFAULT.max,
})

export const defaultPersons = (type: ProfileType): PersonSelection[] => SEXES_OF[type].map(defaultPerson)

/** The criteria in the form. Until a type is chosen, they have no persons. */
export type DraftCriteria = Omit<SearchCriteria, 'type'> & { type: ProfileType | null }

export const EMPTY_CRITERIA: DraftCriteria = {
  type: null,
  persons: [],
  cities: [],
  onlyWithPhoto: false,
  verified: false,
  activeWithinDays: null,
}

export const hasType = (criteria: DraftCriteria): criteria is SearchCriteria => criteria.type !== null

type LookingFor = Profile['lookingFor'][number]

const TYPE_OF = {
  MIXED_COUPLES: 'MIXED_COUPLE',
  MALES: 'SINGLE_MALE',
  FEMALES: 'SINGLE_FEMALE',
  NON_BINARY: 'SINGLE_NON_BINARY',
  FEMALE_COUPLES: 'FEMALE_COUPLE',
  MALE_COUPLES: 'MALE_COUPLE',
} as const satisfies Record<LookingFor, ProfileType>

/** The preferences in a member's own profile. */
export type Preferences = {
  types: readonly ProfileType[]
  ages: { min: number; max: number }
  cities: readonly string[]
}

export const NO_PREFERENCES: Preferences = { types: [], ages: SEARCH_AGE_DEFAULT, cities: [] }

export const preferencesOf = ({ profile, wantedAges }: MemberResponse): Preferences => ({
  types: profile.lookingFor.map((kind) => TYPE_OF[kind]),
  ages: wantedAges ?? SEARCH_AGE_DEFAULT,
  cities: profile.cities.slice(0, SEARCH_CITIES_MAX),
})

/** Changes the type and resets the persons to its defaults with the wanted ages. */
export const withTypeAndWantedAges = (
  criteria: DraftCriteria,
  type: ProfileType,
  { ages }: Preferences,
): SearchCriteria => ({
  ...criteria,
  type,
  persons: defaultPersons(type).map((person) => ({ ...person, minAge: ages.min, maxAge: ages.max })),
})

/** Returns the criteria for one type of profile, with a member's cities and wanted ages. */
export const criteriaFor = (type: ProfileType, preferences: Preferences): SearchCriteria =>
  withTypeAndWantedAges({ ...EMPTY_CRITERIA, cities: preferences.cities }, type, preferences)

/**
 * Returns a member's default criteria: the first type of profile that they look for, in their cities. Without such a
 * type the member has to choose one.
 */
export function defaultCriteriaFor(preferences: Preferences): DraftCriteria {
  const [type] = preferences.types
  return type ? criteriaFor(type, preferences) : { ...EMPTY_CRITERIA, cities: preferences.cities }
}

/**
 * Returns the criteria that Profiles tries to open with, best first: each type that the member looks for in their
 * cities, then each of them in all cities.
 */
export function listDefaultCriteria(preferences: Preferences): SearchCriteria[] {
  const searchIn = (cities: readonly string[]) =>
    preferences.types.map((type) => criteriaFor(type, { ...preferences, cities }))
  return [...searchIn(preferences.cities), ...(preferences.cities.length > 0 ? searchIn([]) : [])]
}

/** Changes the type and resets the persons to its defaults. */
export const withType = (criteria: DraftCriteria, type: ProfileType): SearchCriteria => ({
  ...criteria,
  type,
  persons: defaultPersons(type),
})

export const withPerson = <Criteria extends DraftCriteria>(
  criteria: Criteria,
  index: number,
  change: Partial<PersonSelection>,
): Criteria => ({
  ...criteria,
  persons: criteria.persons.map((person, personIndex) => (personIndex === index ? { ...person, ...change } : person)),
})

/** Converts criteria to the request's filter. */
export function filterOf(
  { type, persons, cities, onlyWithPhoto, verified, activeWithinDays }: SearchCriteria,
  page: number,
) {
  const [person1Selection, person2Selection = null] = persons
  const filter = {
    couples: SEXES_OF[type].length > 1,
    person1Selection,
    person2Selection,
    cities: [...cities],
    page,
    onlyWithPhoto,
    badges: verified ? ['VERIFIED' as const] : [],
    activeWithinDays,
  }
  // NOTE: every type has a first person.
  return filter as SearchFilter
}

const changeEveryPerson = (criteria: SearchCriteria, change: Partial<PersonSelection>): SearchCriteria => ({
  ...criteria,
  persons: criteria.persons.map((person) => ({ ...person, ...change })),
})

/** The functions that remove one criterion each. */
const CRITERION_REMOVERS = {
  CITIES: (criteria) => ({ ...criteria, cities: [] }),
  AGES: (criteria) => changeEveryPerson(criteria, { minAge: 0, maxAge: 0 }),
  ORIENTATIONS: (criteria) => changeEveryPerson(criteria, { orientations: [] }),
  ONLY_WITH_PHOTO: (criteria) => ({ ...criteria, onlyWithPhoto: false }),
  VERIFIED: (criteria) => ({ ...criteria, verified: false }),
  RECENTLY_ACTIVE: (criteria) => ({ ...criteria, activeWithinDays: null }),
} as const satisfies Record<DroppableFilter, (criteria: SearchCriteria) => SearchCriteria>

/** Returns the criteria without those that a hint suggests dropping. */
export const withoutCriterion = (criteria: SearchCriteria, criterion: DroppableFilter): SearchCriteria =>
  CRITERION_REMOVERS[criterion](criteria)

const TYPES = Object.keys(SEXES_OF) as ProfileType[]

/** Converts a stored filter back to criteria; null if no type has its persons, such as a couple with a non-binary one. */
export function criteriaOf(filter: SearchFilter): SearchCriteria | null {
  const { couples, person1Selection, person2Selection, cities, onlyWithPhoto, badges, activeWithinDays } = filter
  const selections = couples && person2Selection ? [person1Selection, person2Selection] : [person1Selection]
  for (const type of TYPES) {
    const sexes = SEXES_OF[type]
    const persons = [selections, selections.toReversed()].find(
      (order) => order.length === sexes.length && order.every(({ sex }, index) => sex === sexes[index]),
    )
    if (persons)
      return {
        ...{ type, persons, cities, onlyWithPhoto, verified: badges.includes('VERIFIED') },
        activeWithinDays: activeWithinDays ?? null,
      }
  }
  return null
}
