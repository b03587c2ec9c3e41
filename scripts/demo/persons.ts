import { Body, EyeColor, Habit, LookingFor } from '@app/contract/members'
import type { DemoMember } from './member.ts'
import { between, pick, shuffled } from './random.ts'

const known = <Value extends string>(values: readonly Value[]) => values.filter((value) => value !== 'SECRET')

const BODIES = known(Body.options)
const EYES = known(EyeColor.options)
const HABITS = known(Habit.options)
const LOWEST = 158
const TALLER = 14

/** What a profile tells of a person besides what is written down for it. */
export const drawPerson = (random: () => number, { sex, yearOfBirth, orientation }: DemoMember['persons'][number]) => ({
  sex,
  yearOfBirth,
  orientation,
  height: between(random, LOWEST, LOWEST + 22) + (sex === 'MALE' ? TALLER : 0),
  body: pick(random, BODIES),
  eyeColor: pick(random, EYES),
  smoking: pick(random, HABITS),
  drinking: pick(random, HABITS),
})

/** Whom a profile says it looks for: nobody in particular, or one or two kinds. */
export const drawWishes = (random: () => number) => shuffled(random, LookingFor.options).slice(0, between(random, 0, 2))
