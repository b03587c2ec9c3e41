import type { Badge } from '@app/contract/members'
import { type ProfileTypeAndYears, profileTypeOf } from '@app/contract/profile-types'
import type { PersonInList } from '@app/contract/profiles'
import { type RawBuilder, sql } from 'kysely'
import { personsInList } from './persons.ts'
import { profilePhotoUrl } from './pictures.ts'

export type AuthorRow = {
  userName: string
  profilePhotoUrl: string | null
  badges: Badge[]
  cities: string[]
  persons: PersonInList[] | null
}

/** For statements: the author of an ad or of an entry of the feed, whom this alias names. The team has no persons. */
export const authorColumns = (members: string): RawBuilder<AuthorRow> => sql`
  ${sql.ref(`${members}.userName`)}, ${profilePhotoUrl(members, 'small')} as "profilePhotoUrl", ${sql.ref(`${members}.badges`)},
  ${sql.ref(`${members}.cities`)}, ${personsInList(`${members}.id`)} as persons`

/** What answers say of the author beside name and picture. */
export function profileTypeAndYears(persons: PersonInList[] | null): ProfileTypeAndYears {
  const [first, second] = persons ?? []
  return {
    profileType: first ? profileTypeOf(first.sex, second?.sex) : 'SECRET',
    p1Year: first?.yearOfBirth ?? null,
    p2Year: second?.yearOfBirth ?? null,
  }
}
