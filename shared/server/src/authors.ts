import type { Badge } from '@app/contract/members'
import { type ProfileTypeAndYears, profileTypeOf } from '@app/contract/profile-types'
import type { PersonInList } from '@app/contract/profiles'
import { type RawBuilder, sql } from 'kysely'
import { shownBadges } from './badges.ts'
import { nameInGroup, photoInGroup } from './group-names.ts'
import { personsInList } from './persons.ts'

export type AuthorRow = {
  userName: string
  profilePhotoUrl: string | null
  badges: Badge[]
  cities: string[]
  persons: PersonInList[] | null
}

/** For statements: who stands on an ad or an entry of the feed. Members meet the team under its common name, and nothing more. */
export const authorColumns = (members: string): RawBuilder<AuthorRow> => sql`
  ${sql.raw(nameInGroup(members))} as "userName", ${sql.raw(photoInGroup(members))} as "profilePhotoUrl",
  ${sql.raw(shownBadges(members))} as badges,
  case when ${sql.ref(`${members}.level`)} <> 'ADMIN' then ${sql.ref(`${members}.cities`)} else '{}' end as cities,
  case when ${sql.ref(`${members}.level`)} <> 'ADMIN' then ${personsInList(`${members}.id`)} end as persons`

/** What answers say of the author beside name and picture. */
export function profileTypeAndYears(persons: PersonInList[] | null): ProfileTypeAndYears {
  const [first, second] = persons ?? []
  return {
    profileType: first ? profileTypeOf(first.sex, second?.sex) : 'SECRET',
    p1Year: first?.yearOfBirth ?? null,
    p2Year: second?.yearOfBirth ?? null,
  }
}
