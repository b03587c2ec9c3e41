import { Body, EyeColor, Habit, LookingFor } from '@app/contract/members/members'
import type { DemoMember } from './member.ts'
import { between, pick, shuffled } from './random.ts'

const withoutSecret = <Value extends string>(values: readonly Value[]) => values.filter((value) => value !== 'SECRET')

const BODIES = withoutSecret(Body.options)
const EYES = withoutSecret(EyeColor.options)
const HABITS = withoutSecret(Habit.options)
const MIN_HEIGHT = 158
const EXTRA_HEIGHT = 14

/** Returns the details of a person's profile, random except for those written in the demo. */
export const pickPersonDetails = (
  random: () => number,
  { sex, yearOfBirth, orientation }: DemoMember['persons'][number],
) => ({
  sex,
  yearOfBirth,
  orientation,
  height: between(random, MIN_HEIGHT, MIN_HEIGHT + 22) + (sex === 'MALE' ? EXTRA_HEIGHT : 0),
  body: pick(random, BODIES),
  eyeColor: pick(random, EYES),
  smoking: pick(random, HABITS),
  drinking: pick(random, HABITS),
})

/** Returns zero to two kinds of members that a profile looks for. */
export const pickLookingFor = (random: () => number) =>
  shuffled(random, LookingFor.options).slice(0, between(random, 0, 2))
