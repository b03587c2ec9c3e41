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

/**
 * The unsaved changes by field. The other fields show the stored values, including saves on the member's other devices.
 */
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

function toPersonValues(person: Person | null): PersonValues {
  if (!person) return EMPTY_PERSON
  const entries = (Object.keys(EMPTY_PERSON) as PersonField[]).map((field) => [
    field,
    String(person[field] ?? EMPTY_PERSON[field]),
  ])
  return Object.fromEntries(entries) as PersonValues
}

export const toFormValues = ({ userName, cities, description, lookingFor, person1, person2 }: Profile): FormValues => ({
  userName,
  persons: person2 ? 'two' : 'one',
  cities,
  description,
  lookingFor,
  person1: toPersonValues(person1),
  person2: toPersonValues(person2),
})

export const withChanges = (saved: FormValues, changes: Changes): FormValues => ({
  ...saved,
  ...changes,
  person1: { ...saved.person1, ...changes.person1 },
  person2: { ...saved.person2, ...changes.person2 },
})

/** Returns the entries of `values` that differ from `saved`. */
function changedEntries<Values extends object>(saved: Values, values: Values): Partial<Values> {
  const keys = Object.keys(saved) as (keyof Values)[]
  const changedKeys = keys.filter((key) => JSON.stringify(saved[key]) !== JSON.stringify(values[key]))
  return Object.fromEntries(changedKeys.map((key) => [key, values[key]])) as Partial<Values>
}

export function changesBetween(saved: FormValues, values: FormValues): Changes {
  const { person1, person2, ...rest } = changedEntries(saved, values)
  return {
    ...rest,
    ...(person1 && { person1: changedEntries(saved.person1, person1) }),
    ...(person2 && { person2: changedEntries(saved.person2, person2) }),
  }
}

/** Parses a number; returns NaN for an empty or non-numeric text. */
const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
const parseNumberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const parsePerson = ({ yearOfBirth, height, weight, breastSize, penisSize, ...rest }: PersonValues) => ({
  ...rest,
  yearOfBirth: parseNumber(yearOfBirth),
  height: parseNumberOrNull(height),
  weight: parseNumberOrNull(weight),
  breastSize: rest.sex === 'FEMALE' ? breastSize : null,
  penisSize: rest.sex === 'MALE' ? penisSize : null,
})

/** Converts the whole form to the shape of the request, before validation. */
export function toProfile({ persons, person1, person2, ...rest }: FormValues) {
  return { ...rest, person1: parsePerson(person1), person2: persons === 'two' ? parsePerson(person2) : null }
}

/** Returns the request that saves the changed fields; a changed person is sent as a whole. */
export function toSaveRequest(values: FormValues, changes: Changes): SaveMember {
  const profile = toProfile(values)
  const { persons, ...fields } = changes
  // A change between one person and two adds or removes the second person.
  const changedNames = [...Object.keys(fields), ...(persons ? ['person2'] : [])]
  const changedFields = Object.entries(profile).filter(([name]) => changedNames.includes(name))
  // NOTE: the form sends only values that the schema has accepted.
  return { profile: Object.fromEntries(changedFields) } as SaveMember
}
