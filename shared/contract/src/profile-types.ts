import * as z from 'zod/mini'
import type { Sex } from './members.ts'

/** Which kind of profile it is, as ads and the photo feed name it. SECRET: one of its persons keeps the sex secret. */
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

/** A couple with a non-binary person is a non-binary couple, whoever the other is. */
export function profileTypeOf(first: Sex, second?: Sex | null): ProfileType {
  if (!second) return SINGLES[first]
  const both = [first, second]
  if (both.includes('SECRET')) return 'SECRET'
  if (both.includes('NON_BINARY')) return 'NON_BINARY_COUPLE'
  if (first !== second) return 'MIXED_COUPLE'
  return first === 'MALE' ? 'MALE_COUPLE' : 'FEMALE_COUPLE'
}

/**
 * Who is behind an ad or an entry of the feed: the years are those of birth, the second person's are null for singles. Of the
 * team nothing is said.
 */
export const ProfileTypeAndYears = z.object({
  profileType: ProfileType,
  p1Year: z.nullable(z.int()),
  p2Year: z.nullable(z.int()),
})
export type ProfileTypeAndYears = z.infer<typeof ProfileTypeAndYears>
