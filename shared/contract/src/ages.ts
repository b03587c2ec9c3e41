import { REGISTRATION_AGE_MAX, REGISTRATION_AGE_MIN } from './limits.ts'
import { stockholmClock } from './stockholm-time.ts'

export const runningYear = (now: Date): number => Number(stockholmClock(now).date.slice(0, 4))

/** Ages are counted against the year before the running one: a member has surely reached them, whatever the day of birth. */
export const referenceYearAt = (now: Date): number => runningYear(now) - 1

/** The age that others see. */
export const ageShown = (yearOfBirth: number, referenceYear: number): number => referenceYear - yearOfBirth

export const isRegistrationYear = (yearOfBirth: number, referenceYear: number): boolean => {
  const age = referenceYear - yearOfBirth
  return Number.isInteger(yearOfBirth) && age >= REGISTRATION_AGE_MIN && age <= REGISTRATION_AGE_MAX
}
