import { Body, EyeColor, Habit, LookingFor } from '@app/contract/members/members'
import type { DemoMember } from './member.ts'
import { pick, pickInteger, shuffle } from './random.ts'

const withoutSecret = <Value extends string>(values: readonly Value[]) => values.filter((value) => value !== 'SECRET')

const BODIES = withoutSecret(Body.options)
const EYES = withoutSecret(EyeColor.options)
const HABITS = withoutSecret(Habit.options)
const HEIGHT_MIN_CM = 158
const EXTRA_HEIGHT_OF_MEN_CM = 14

/** Returns the details of a person's profile, random except for those in the demo data. */
export const pickPersonDetails = (
  random: () => number,
  { sex, yearOfBirth, orientation }: DemoMember['persons'][number],
) => ({
  sex,
  yearOfBirth,
  orientation,
  height: pickInteger(random, HEIGHT_MIN_CM, HEIGHT_MIN_CM + 22) + (sex === 'MALE' ? EXTRA_HEIGHT_OF_MEN_CM : 0),
  body: pick(random, BODIES),
  eyeColor: pick(random, EYES),
  smoking: pick(random, HABITS),
  drinking: pick(random, HABITS),
})

/** Returns zero to two kinds of members that a profile looks for. */
export const pickLookingFor = (random: () => number) =>
  shuffle(random, LookingFor.options).slice(0, pickInteger(random, 0, 2))
