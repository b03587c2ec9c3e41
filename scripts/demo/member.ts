import type { Duty } from '@app/contract/members/duties'
import type { Orientation, Profile, Sex } from '@app/contract/members/members'

/** A fictional member. `seenMinutesAgo` and `registeredDaysAgo` count from the insertion of the demo data. */
export type DemoMember = {
  userName: string
  persons: { sex: Sex; yearOfBirth: number; orientation: Orientation }[]
  cities: string[]
  seenMinutesAgo: number
  registeredDaysAgo: number
  description: string
  /** Chosen at random by default. */
  lookingFor?: Profile['lookingFor']
  verified?: true
  admin?: true
  /** The duties of an admin, all by default. */
  duties?: Duty[]
  english?: true
  presenceOff?: true
  receiptsOff?: true
}

/** Both in minutes. */
export const HOUR = 60
export const DAY = 24 * HOUR

const MINUTE_MS = 60_000

/** Returns the time that was this many minutes ago. */
export const ago = (now: Date, minutes: number): string => new Date(now.getTime() - minutes * MINUTE_MS).toISOString()

const person = (sex: Sex) => (yearOfBirth: number, orientation: Orientation) => ({ sex, yearOfBirth, orientation })
export const woman = person('FEMALE')
export const man = person('MALE')
export const nonBinary = person('NON_BINARY')
