import type { Profile } from '@app/contract/members/members'
import { type RawBuilder, sql } from 'kysely'

type LookingFor = Profile['lookingFor'][number]
type CoupleKind = Extract<LookingFor, 'FEMALE_COUPLES' | 'MALE_COUPLES'>

const isCoupleKind = (value: LookingFor): value is CoupleKind => value === 'FEMALE_COUPLES' || value === 'MALE_COUPLES'

/**
 * Returns the columns that store the kinds of members that a member looks for; undefined columns stay unchanged. The
 * kinds of couples in `CoupleKind` have a column of their own, since gateways of the previous release, which run during
 * a rolling update, reject profiles with such values in `lookingFor`.
 */
export const toLookingForColumns = (values: LookingFor[] | undefined) => ({
  lookingFor: values?.filter((value) => !isCoupleKind(value)) as Exclude<LookingFor, CoupleKind>[] | undefined,
  lookingForCouples: values?.filter(isCoupleKind),
})

/** Returns all that a member looks for, in the order of the columns. `table` is the alias of `members`. */
export const selectLookingFor = (table: string): RawBuilder<LookingFor[]> =>
  sql`(${sql.ref(`${table}.lookingFor`)} || ${sql.ref(`${table}.lookingForCouples`)})`
