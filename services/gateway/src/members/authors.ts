import type { MediaReference } from '@app/contract/media'
import type { Badge } from '@app/contract/members/members'
import { type ProfileTypeAndYears, profileTypeOf } from '@app/contract/members/profile-types'
import type { PersonInList } from '@app/contract/members/profiles'
import { personsInList } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { type RawBuilder, sql } from 'kysely'

/** The columns of `authorColumns`. */
export type AuthorRow = {
  userName: string
  profilePhotoUrl: MediaReference | null
  badges: Badge[]
  cities: string[]
  persons: PersonInList[] | null
}

/**
 * Returns the SQL columns for the author of an ad or a film entry, given the alias of the `members` table. The team has
 * no persons.
 */
export const authorColumns = (alias: string): RawBuilder<AuthorRow> => sql`
  ${sql.ref(`${alias}.userName`)}, ${profilePhotoUrl(alias, 'small')} as "profilePhotoUrl", ${sql.ref(`${alias}.badges`)},
  ${sql.ref(`${alias}.cities`)}, ${personsInList(`${alias}.id`)} as persons`

/** Converts an author's persons to the profile type and years of birth that responses contain. */
export function toProfileTypeAndYears(persons: PersonInList[] | null): ProfileTypeAndYears {
  const [first, second] = persons ?? []
  return {
    profileType: first ? profileTypeOf(first.sex, second?.sex) : 'SECRET',
    p1Year: first?.yearOfBirth ?? null,
    p2Year: second?.yearOfBirth ?? null,
  }
}
