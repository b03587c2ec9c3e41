import type { Badge } from '@app/contract/members/members'
import { type ProfileTypeAndYears, profileTypeOf } from '@app/contract/members/profile-types'
import type { PersonInList } from '@app/contract/members/profiles'
import { personsInList } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { type RawBuilder, sql } from 'kysely'

export type AuthorRow = {
  userName: string
  profilePhotoUrl: string | null
  badges: Badge[]
  cities: string[]
  persons: PersonInList[] | null
}

/**
 * Returns SQL columns for the author of an ad or feed entry, given the alias of their `members` row. The team has no
 * persons.
 */
export const authorColumns = (members: string): RawBuilder<AuthorRow> => sql`
  ${sql.ref(`${members}.userName`)}, ${profilePhotoUrl(members, 'small')} as "profilePhotoUrl", ${sql.ref(`${members}.badges`)},
  ${sql.ref(`${members}.cities`)}, ${personsInList(`${members}.id`)} as persons`

/** Returns what responses contain about an author besides name and picture. */
export function profileTypeAndYears(persons: PersonInList[] | null): ProfileTypeAndYears {
  const [first, second] = persons ?? []
  return {
    profileType: first ? profileTypeOf(first.sex, second?.sex) : 'SECRET',
    p1Year: first?.yearOfBirth ?? null,
    p2Year: second?.yearOfBirth ?? null,
  }
}
