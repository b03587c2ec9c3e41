import * as z from 'zod/mini'
import type { Sex } from './members.ts'

/**
 * The type of an author in ads and film entries. SECRET: the sex of at least one person is secret, or the author is the
 * team, which has no persons.
 */
export const ProfileType = z.enum([
  'MIXED_COUPLE',
  'MALE_COUPLE',
  'FEMALE_COUPLE',
  'NON_BINARY_COUPLE',
  'SINGLE_MALE',
  'SINGLE_FEMALE',
  'SINGLE_NON_BINARY',
  'SECRET',
])
export type ProfileType = z.infer<typeof ProfileType>

const SINGLES = {
  MALE: 'SINGLE_MALE',
  FEMALE: 'SINGLE_FEMALE',
  NON_BINARY: 'SINGLE_NON_BINARY',
  SECRET: 'SECRET',
} as const

/** Returns the type of a profile. A couple with a non-binary person is a non-binary couple, unless a sex is secret. */
export function profileTypeOf(first: Sex, second?: Sex | null): ProfileType {
  if (!second) return SINGLES[first]
  const sexes = [first, second]
  if (sexes.includes('SECRET')) return 'SECRET'
  if (sexes.includes('NON_BINARY')) return 'NON_BINARY_COUPLE'
  if (first !== second) return 'MIXED_COUPLE'
  return first === 'MALE' ? 'MALE_COUPLE' : 'FEMALE_COUPLE'
}

/**
 * The author of an ad or a film entry by type and years of birth. `p2Year` is null for singles, both years are null for
 * the team.
 */
export const ProfileTypeAndYears = z.object({
  profileType: ProfileType,
  p1Year: z.nullable(z.int()),
  p2Year: z.nullable(z.int()),
})
export type ProfileTypeAndYears = z.infer<typeof ProfileTypeAndYears>
