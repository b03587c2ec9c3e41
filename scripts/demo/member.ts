import type { Orientation, Sex } from '@app/contract/members'

/** Everybody here is made up. `seen` and `since` are minutes and days before the demo was filled in. */
export type DemoMember = {
  userName: string
  persons: { sex: Sex; yearOfBirth: number; orientation: Orientation }[]
  cities: string[]
  seen: number
  since: number
  description: string
  verified?: true
  admin?: true
  english?: true
  presenceOff?: true
  receiptsOff?: true
}

/** In minutes. */
export const HOUR = 60
export const DAY = 24 * HOUR

const person = (sex: Sex) => (yearOfBirth: number, orientation: Orientation) => ({ sex, yearOfBirth, orientation })
export const woman = person('FEMALE')
export const man = person('MALE')
export const nonBinary = person('NON_BINARY')
