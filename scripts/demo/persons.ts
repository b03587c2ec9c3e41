import { Body, EyeColor, Habit, LookingFor } from '@app/contract/members'
import type { DemoMember } from './member.ts'
import { between, pick, shuffled } from './random.ts'

const withoutSecret = <Value extends string>(values: readonly Value[]) => values.filter((value) => value !== 'SECRET')

const BODIES = withoutSecret(Body.options)
const EYES = withoutSecret(EyeColor.options)
const HABITS = withoutSecret(Habit.options)
const MIN_HEIGHT = 158
const EXTRA_HEIGHT = 14

/** What a profile tells of a person besides what is written down for it. */
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

/** Whom a profile says it looks for: nobody in particular, or one or two kinds. */
export const pickLookingFor = (random: () => number) =>
  shuffled(random, LookingFor.options).slice(0, between(random, 0, 2))
