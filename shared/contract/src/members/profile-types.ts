import * as z from 'zod/mini'
import type { Sex } from './members.ts'

/** The type of a profile in ads and in the photo feed. SECRET: at least one of its persons has a secret sex. */
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
  const both = [first, second]
  if (both.includes('SECRET')) return 'SECRET'
  if (both.includes('NON_BINARY')) return 'NON_BINARY_COUPLE'
  if (first !== second) return 'MIXED_COUPLE'
  return first === 'MALE' ? 'MALE_COUPLE' : 'FEMALE_COUPLE'
}

/**
 * The persons behind an ad or a feed entry: the years are years of birth, the second is null for singles. Both are null
 * for the team.
 */
export const ProfileTypeAndYears = z.object({
  profileType: ProfileType,
  p1Year: z.nullable(z.int()),
  p2Year: z.nullable(z.int()),
})
export type ProfileTypeAndYears = z.infer<typeof ProfileTypeAndYears>
