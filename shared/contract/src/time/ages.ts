import { REGISTRATION_AGE_MAX, REGISTRATION_AGE_MIN } from '../limits.ts'
import { toStockholmTime } from './stockholm-time.ts'

/** Returns the current year in Stockholm time. */
export const getCurrentYear = (now: Date): number => Number(toStockholmTime(now).date.slice(0, 4))

/**
 * Returns the year from which years of birth are subtracted to calculate ages: the year before the current one, so that
 * all members have reached their calculated age, regardless of their birthdays.
 */
export const getReferenceYear = (now: Date): number => getCurrentYear(now) - 1

/** Returns a person's age as other members see it. */
export const calculateAge = (yearOfBirth: number, referenceYear: number): number => referenceYear - yearOfBirth

/** Returns whether a person with this year of birth may register. */
export const isRegistrationYear = (yearOfBirth: number, referenceYear: number): boolean => {
  const age = calculateAge(yearOfBirth, referenceYear)
  return Number.isInteger(yearOfBirth) && age >= REGISTRATION_AGE_MIN && age <= REGISTRATION_AGE_MAX
}
