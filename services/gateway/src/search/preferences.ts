import { SEARCH_AGE_DEFAULT, SEARCH_CITIES_MAX } from '@app/contract/limits'
import type { Profile, WantedAges } from '@app/contract/members/members'
import type { FindableSex, PersonSelection, SearchFilter } from '@app/contract/members/profiles'
import { selectLookingFor } from '@app/server/members/looking-for'
import { compareSearchOrder, searchKind } from '@app/server/members/search-rows'

type LookingFor = Profile['lookingFor'][number]

/** The sexes of the one or two persons of a profile, in any order. */
type Sexes = readonly [FindableSex] | readonly [FindableSex, FindableSex]

/**
 * The profiles that each value of `lookingFor` stands for. Couples with a non-binary person have no value of their own
 * and belong to NON_BINARY, so that each profile that the search can find belongs to exactly one value.
 */
const PROFILES_OF = {
  MIXED_COUPLES: [['FEMALE', 'MALE']],
  MALES: [['MALE']],
  FEMALES: [['FEMALE']],
  NON_BINARY: [['NON_BINARY'], ['NON_BINARY', 'MALE'], ['NON_BINARY', 'FEMALE'], ['NON_BINARY', 'NON_BINARY']],
  FEMALE_COUPLES: [['FEMALE', 'FEMALE']],
  MALE_COUPLES: [['MALE', 'MALE']],
} as const satisfies Record<LookingFor, readonly Sexes[]>

const ALL_VALUES = Object.keys(PROFILES_OF) as LookingFor[]

/** The preferences of a member. An empty `lookingFor` means every kind of profile, no ages mean any age. */
export type Preferences = { lookingFor: LookingFor[]; wantedAges: WantedAges | null; cities: string[] }

/** The columns of `members` with a member's preferences. */
export const PREFERENCE_COLUMNS = [
  selectLookingFor('members').as('lookingFor'),
  'wantedAgeMin',
  'wantedAgeMax',
  'cities',
] as const

type PreferenceRow = Pick<Preferences, 'lookingFor' | 'cities'> & {
  wantedAgeMin: number | null
  wantedAgeMax: number | null
}

/** Returns the preferences in a row of `PREFERENCE_COLUMNS`. */
export const toPreferences = ({
  lookingFor,
  wantedAgeMin: min,
  wantedAgeMax: max,
  cities,
}: PreferenceRow): Preferences => ({
  lookingFor,
  wantedAges: min === null || max === null ? null : { min, max },
  cities,
})

const kindOf = ([first, second]: Sexes): number => {
  if (!second) return searchKind(first)
  return compareSearchOrder(first, second) <= 0 ? searchKind(first, second) : searchKind(second, first)
}

const isFindable = (sex: string): sex is FindableSex => sex !== 'SECRET'

/** Returns the value of `lookingFor` that stands for a profile with these sexes; null if a sex is secret. */
export function findLookingForValue(sexes: readonly string[]): LookingFor | null {
  const [first, second] = sexes.filter(isFindable)
  if (!first || sexes.length !== sexes.filter(isFindable).length) return null
  const kind = kindOf(second ? [first, second] : [first])
  return ALL_VALUES.find((value) => PROFILES_OF[value].some((profile) => kindOf(profile) === kind)) ?? null
}

/** Returns the filter for profiles with these sexes. No ages mean any age. */
function toFilter([first, second]: Sexes, ages: WantedAges | null, cities: string[]): SearchFilter {
  const selectPerson = (sex: FindableSex): PersonSelection => ({
    sex,
    orientations: [],
    minAge: ages?.min ?? 0,
    maxAge: ages?.max ?? 0,
  })
  return {
    couples: second !== undefined,
    person1Selection: selectPerson(first),
    person2Selection: second ? selectPerson(second) : null,
    cities,
    page: 0,
    onlyWithPhoto: false,
    badges: [],
  }
}

/** Returns the filters that together find the profiles that a member looks for; no profile matches two of them. */
export function toFilters({ lookingFor, wantedAges, cities }: Preferences): SearchFilter[] {
  const values = lookingFor.length === 0 ? ALL_VALUES : lookingFor
  return values
    .flatMap((value): readonly Sexes[] => PROFILES_OF[value])
    .map((sexes) => toFilter(sexes, wantedAges, cities))
}

/**
 * Returns the filter of the search that the client opens by default (`defaultCriteriaFor` there): for the first kind that
 * the member looks for, in as many cities as a search may have. Null if the member looks for no kind and has to choose one.
 */
export function toDefaultFilter({ lookingFor: [value], wantedAges, cities }: Preferences): SearchFilter | null {
  if (!value) return null
  return toFilter(PROFILES_OF[value][0], wantedAges ?? SEARCH_AGE_DEFAULT, cities.slice(0, SEARCH_CITIES_MAX))
}
