import { PROFILE_YEAR_MAX, PROFILE_YEAR_MIN } from '@app/contract/limits'
import {
  Body,
  BreastSize,
  Ethnicity,
  EyeColor,
  Habit,
  Orientation,
  PenisSize,
  Sex,
  ShavedStyle,
} from '@app/contract/members/members'

/** The characteristics with fixed options, and their options. */
export const CHOICES = {
  sex: Sex.options,
  orientation: Orientation.options,
  body: Body.options,
  eyeColor: EyeColor.options,
  ethnicity: Ethnicity.options,
  smoking: Habit.options,
  drinking: Habit.options,
  breastSize: BreastSize.options,
  penisSize: PenisSize.options,
  shavedStyle: ShavedStyle.options,
} as const

export type FieldWithOptions = keyof typeof CHOICES

const YEARS = Array.from({ length: PROFILE_YEAR_MAX - PROFILE_YEAR_MIN + 1 }, (_, index) => PROFILE_YEAR_MAX - index)

/** Lists the selectable years of birth, latest first. A stored year outside of them comes first. */
export const listYears = (storedYear: number): number[] => (YEARS.includes(storedYear) ? YEARS : [storedYear, ...YEARS])
