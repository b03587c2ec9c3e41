import { REGISTRATION_AGE_MAX, REGISTRATION_AGE_MIN } from '../limits.ts'
import { toStockholmTime } from './stockholm-time.ts'

export const currentYear = (now: Date): number => Number(toStockholmTime(now).date.slice(0, 4))

/**
 * Returns the year against which ages are calculated: the year before the current one, so that every member has
 * reached the age, regardless of their birthday.
 */
export const referenceYearAt = (now: Date): number => currentYear(now) - 1

/** Returns the age that other members see. */
export const calculateAge = (yearOfBirth: number, referenceYear: number): number => referenceYear - yearOfBirth

export const isRegistrationYear = (yearOfBirth: number, referenceYear: number): boolean => {
  const age = referenceYear - yearOfBirth
  return Number.isInteger(yearOfBirth) && age >= REGISTRATION_AGE_MIN && age <= REGISTRATION_AGE_MAX
}
