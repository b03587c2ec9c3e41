import type { Person, Profile, SaveMember } from '@app/contract/members/members'

export type PersonField = keyof Person
export type PersonValues = Record<PersonField, string>
export type PersonName = 'person1' | 'person2'

/** The raw form values before validation. */
export type FormValues = {
  userName: string
  persons: 'one' | 'two'
  cities: readonly string[]
  description: string
  lookingFor: readonly string[]
} & Record<PersonName, PersonValues>

/** The unsaved changes by field, so that the other fields follow saves by the member's other devices. */
export type Changes = Partial<Omit<FormValues, PersonName>> & Partial<Record<PersonName, Partial<PersonValues>>>

const EMPTY_PERSON: PersonValues = {
  sex: '',
  yearOfBirth: '',
  height: '',
  weight: '',
  body: 'SECRET',
  eyeColor: 'SECRET',
  orientation: '',
  smoking: 'SECRET',
  drinking: 'SECRET',
  ethnicity: 'SECRET',
  breastSize: 'S',
  penisSize: 'SECRET',
  shavedStyle: 'SECRET',
}

function personValues(person: Person | null): PersonValues {
  if (!person) return EMPTY_PERSON
  const entries = (Object.keys(EMPTY_PERSON) as PersonField[]).map((field) => [
    field,
    String(person[field] ?? EMPTY_PERSON[field]),
  ])
  return Object.fromEntries(entries) as PersonValues
}

export const valuesOf = ({ userName, cities, description, lookingFor, person1, person2 }: Profile): FormValues => ({
  userName,
  persons: person2 ? 'two' : 'one',
  cities,
  description,
  lookingFor,
  person1: personValues(person1),
  person2: personValues(person2),
})

export const withChanges = (saved: FormValues, changes: Changes): FormValues => ({
  ...saved,
  ...changes,
  person1: { ...saved.person1, ...changes.person1 },
  person2: { ...saved.person2, ...changes.person2 },
})

/** Returns the entries of `values` that differ from `saved`. */
function differing<Values extends object>(saved: Values, values: Values): Partial<Values> {
  const keys = Object.keys(saved) as (keyof Values)[]
  const changed = keys.filter((key) => JSON.stringify(saved[key]) !== JSON.stringify(values[key]))
  return Object.fromEntries(changed.map((key) => [key, values[key]])) as Partial<Values>
}

export function changesBetween(saved: FormValues, values: FormValues): Changes {
  const { person1, person2, ...rest } = differing(saved, values)
  return {
    ...rest,
    ...(person1 && { person1: differing(saved.person1, person1) }),
    ...(person2 && { person2: differing(saved.person2, person2) }),
  }
}

/** Parses a number; NaN for an empty or non-numeric field. */
const parseWhole = (written: string): number => (written.trim() === '' ? Number.NaN : Number(written))
const parseWholeOrNull = (written: string): number | null => (written.trim() === '' ? null : Number(written))

const personOf = ({ yearOfBirth, height, weight, breastSize, penisSize, ...rest }: PersonValues) => ({
  ...rest,
  yearOfBirth: parseWhole(yearOfBirth),
  height: parseWholeOrNull(height),
  weight: parseWholeOrNull(weight),
  breastSize: rest.sex === 'FEMALE' ? breastSize : null,
  penisSize: rest.sex === 'MALE' ? penisSize : null,
})

/** Converts the whole form to the shape of the request, before validation. */
export function profileOf({ persons, person1, person2, ...rest }: FormValues) {
  return { ...rest, person1: personOf(person1), person2: persons === 'two' ? personOf(person2) : null }
}

/** Returns the request that saves the changed parts, each as a whole. */
export function changedProfile(values: FormValues, changes: Changes): SaveMember {
  const all = profileOf(values)
  const { persons, ...fields } = changes
  const names = [...Object.keys(fields), ...(persons ? ['person2'] : [])]
  const sent = Object.entries(all).filter(([name]) => names.includes(name))
  // NOTE: the schema has validated it before it is sent.
  return { profile: Object.fromEntries(sent) } as SaveMember
}
