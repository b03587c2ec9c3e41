import type { Sex } from '@app/contract/members/members'
import type { ProfileType, ProfileTypeAndYears } from '@app/contract/members/profile-types'
import type { Persons } from './facts.ts'

const SEX_BY_PROFILE_TYPE: Partial<Record<ProfileType, Sex>> = {
  SINGLE_MALE: 'MALE',
  SINGLE_FEMALE: 'FEMALE',
  SINGLE_NON_BINARY: 'NON_BINARY',
}

/** Returns the known persons of an ad or a feed entry; none for the team. */
export function personsFromType({ profileType, p1Year, p2Year }: ProfileTypeAndYears): Persons {
  if (p1Year === null) return []
  const first = { sex: SEX_BY_PROFILE_TYPE[profileType] ?? 'SECRET', yearOfBirth: p1Year } as const
  return p2Year === null ? [first] : [first, { sex: 'SECRET', yearOfBirth: p2Year }]
}
