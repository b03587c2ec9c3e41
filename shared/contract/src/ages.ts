import { REGISTRATION_AGE_MAX, REGISTRATION_AGE_MIN } from './limits.ts'

/** Ages are counted against this year; an operator may move it forward, but never to the running year. */
export const DEFAULT_REFERENCE_YEAR = 2025

/** The age that others see: surely reached, since only the year of birth is known. */
export const ageShown = (yearOfBirth: number, referenceYear: number): number => referenceYear - yearOfBirth - 1

export const isRegistrationYear = (yearOfBirth: number, referenceYear: number): boolean => {
  const age = referenceYear - yearOfBirth
  return Number.isInteger(yearOfBirth) && age >= REGISTRATION_AGE_MIN && age <= REGISTRATION_AGE_MAX
}
