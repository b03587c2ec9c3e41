import { CompleteRegistration } from '@app/contract/members/members'
import type { Language } from '@app/contract/text/language'
import * as z from 'zod/mini'

export type Persons = 'one' | 'two'
export type PersonValues = { sex: string | null; year: string }

/** The raw form values before validation. */
export type RegistrationValues = {
  password: string
  userName: string
  persons: Persons | null
  person1: PersonValues
  person2: PersonValues
  cities: string[]
  terms: boolean
}

export const EMPTY_VALUES: RegistrationValues = {
  password: '',
  userName: '',
  persons: null,
  person1: { sex: null, year: '' },
  person2: { sex: null, year: '' },
  cities: [],
  terms: false,
}

type UncheckedPerson = { sex: string | null; year: number }

/** Form values in the shape of the request, before validation. */
type Unchecked = Omit<z.input<ReturnType<typeof CompleteRegistration>>, 'person1' | 'person2'> & {
  person1?: UncheckedPerson
  person2?: UncheckedPerson | null
  terms: boolean
}

const parsePerson = ({ sex, year }: PersonValues) => ({ sex, year: year.trim() === '' ? Number.NaN : Number(year) })

/** Returns the schema of the form: the contract's rules, with a second person only for a couple, and accepted terms. */
export const registrationSchema = (referenceYear: number, token: string, language: Language) =>
  z.pipe(
    z.transform(
      ({ persons, person1, person2, ...rest }: RegistrationValues): Unchecked => ({
        ...rest,
        token,
        language,
        person1: persons ? parsePerson(person1) : undefined,
        person2: persons === 'two' ? parsePerson(person2) : null,
      }),
    ),
    z.extend(
      CompleteRegistration(() => referenceYear),
      { terms: z.literal(true, 'terms.accept') },
    ),
  )
