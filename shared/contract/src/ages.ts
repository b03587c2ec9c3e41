import { REGISTRATION_AGE_MAX, REGISTRATION_AGE_MIN } from './limits.ts'
import { toStockholmTime } from './stockholm-time.ts'

export const currentYear = (now: Date): number => Number(toStockholmTime(now).date.slice(0, 4))

/** Ages are counted against the year before the running one: a member has surely reached them, whatever the day of birth. */
export const referenceYearAt = (now: Date): number => currentYear(now) - 1

/** The age that others see. */
export const calculateAge = (yearOfBirth: number, referenceYear: number): number => referenceYear - yearOfBirth

export const isRegistrationYear = (yearOfBirth: number, referenceYear: number): boolean => {
  const age = referenceYear - yearOfBirth
  return Number.isInteger(yearOfBirth) && age >= REGISTRATION_AGE_MIN && age <= REGISTRATION_AGE_MAX
}
