import { SEARCH_AGE_DEFAULT } from '@app/contract/limits'
import type { Profile } from '@app/contract/members'
import type { DroppableFilter, FindableSex, PersonSelection, SearchFilter } from '@app/contract/profiles'

/** Who can be looked for, and the sexes of their persons. */
export const SEXES_OF = {
  MIXED_COUPLE: ['FEMALE', 'MALE'],
  MALE_COUPLE: ['MALE', 'MALE'],
  FEMALE_COUPLE: ['FEMALE', 'FEMALE'],
  SINGLE_MALE: ['MALE'],
  SINGLE_NON_BINARY: ['NON_BINARY'],
  SINGLE_FEMALE: ['FEMALE'],
} as const satisfies Record<string, readonly FindableSex[]>

export type ProfileType = keyof typeof SEXES_OF

export type Wish = {
  type: ProfileType
  /** One for each person of the type. */
  persons: readonly PersonSelection[]
  cities: readonly string[]
  onlyWithPhoto: boolean
  verified: boolean
  activeWithinDays: number | null
}

const freshPerson = (sex: FindableSex): PersonSelection => ({
  sex,
  orientations: [],
  minAge: SEARCH_AGE_DEFAULT.min,
  maxAge: SEARCH_AGE_DEFAULT.max,
})

export const freshPersons = (type: ProfileType): PersonSelection[] => SEXES_OF[type].map(freshPerson)

export const FRESH_WISH: Wish = {
  type: 'MIXED_COUPLE',
  persons: freshPersons('MIXED_COUPLE'),
  cities: [],
  onlyWithPhoto: false,
  verified: false,
  activeWithinDays: null,
}

type LookingFor = Profile['lookingFor'][number]

const TYPE_OF = {
  MIXED_COUPLES: 'MIXED_COUPLE',
  MALES: 'SINGLE_MALE',
  FEMALES: 'SINGLE_FEMALE',
  NON_BINARY: 'SINGLE_NON_BINARY',
} as const satisfies Record<LookingFor, ProfileType>

/** The filter that a member starts with: the first kind of profile that their own says they look for. */
export const usualWish = ([first]: readonly LookingFor[]): Wish =>
  first ? withType(FRESH_WISH, TYPE_OF[first]) : FRESH_WISH

/** Another type begins with the persons that are usual for it. */
export const withType = (wish: Wish, type: ProfileType): Wish => ({ ...wish, type, persons: freshPersons(type) })

export const withPerson = (wish: Wish, index: number, change: Partial<PersonSelection>): Wish => ({
  ...wish,
  persons: wish.persons.map((person, at) => (at === index ? { ...person, ...change } : person)),
})

/** What the server is asked. */
export function filterOf({ type, persons, cities, onlyWithPhoto, verified, activeWithinDays }: Wish, page: number) {
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

const ofEveryone = (wish: Wish, change: Partial<PersonSelection>): Wish => ({
  ...wish,
  persons: wish.persons.map((person) => ({ ...person, ...change })),
})

const WITHOUT = {
  CITIES: (wish) => ({ ...wish, cities: [] }),
  AGES: (wish) => ofEveryone(wish, { minAge: 0, maxAge: 0 }),
  ORIENTATIONS: (wish) => ofEveryone(wish, { orientations: [] }),
  ONLY_WITH_PHOTO: (wish) => ({ ...wish, onlyWithPhoto: false }),
  VERIFIED: (wish) => ({ ...wish, verified: false }),
  RECENTLY_ACTIVE: (wish) => ({ ...wish, activeWithinDays: null }),
} as const satisfies Record<DroppableFilter, (wish: Wish) => Wish>

export const without = (wish: Wish, part: DroppableFilter): Wish => WITHOUT[part](wish)
