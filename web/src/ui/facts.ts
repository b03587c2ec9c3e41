import type { Instant } from '@app/contract/base'
import type { Person, Sex } from '@app/contract/members/members'
import type { ProfileType, ProfileTypeAndYears } from '@app/contract/members/profile-types'
import type { PersonInList } from '@app/contract/members/profiles'
import { calculateAge } from '@app/contract/time/ages'
import { useAppConfig } from '../lib/release/app-config.ts'
import { useTexts } from '../lib/text/texts.ts'
import { useRelativeTime } from '../lib/text/times.ts'
import type { AvatarShape } from './photos/Avatar.tsx'
import { uiTexts } from './texts.ts'

type Persons = readonly Pick<Person, 'sex' | 'yearOfBirth'>[]

export const shapeOf = (persons: Persons): AvatarShape => (persons.length > 1 ? 'couple' : 'person')

/** Returns a function that converts a year of birth to the displayed age. */
export function useAge(): (person: Pick<Person, 'yearOfBirth'>) => number {
  const referenceYear = useAppConfig((config) => config.referenceYear)
  return ({ yearOfBirth }) => calculateAge(yearOfBirth, referenceYear)
}

/** Formats 'Par, 35 och 37 år', or one person's sex and age, as far as they are visible. */
export function usePersons(): (persons: Persons) => string {
  const t = useTexts(uiTexts)
  const ageOf = useAge()
  return ([one, other]) => {
    if (!one) return ''
    if (!other) return t(`facts.${one.sex}`, { age: ageOf(one) })
    return t('facts.couple', { first: ageOf(one), second: ageOf(other) })
  }
}

const SEX_OF: Partial<Record<ProfileType, Sex>> = {
  SINGLE_MALE: 'MALE',
  SINGLE_FEMALE: 'FEMALE',
  SINGLE_NON_BINARY: 'NON_BINARY',
}

/** Returns the persons of an ad or a feed entry, as far as known; none for the team. */
export function personsFromType({ profileType, p1Year, p2Year }: ProfileTypeAndYears): Persons {
  if (p1Year === null) return []
  const first = { sex: SEX_OF[profileType] ?? 'SECRET', yearOfBirth: p1Year } as const
  return p2Year === null ? [first] : [first, { sex: 'SECRET', yearOfBirth: p2Year }]
}

/** Formats 'Par, 35 bi och 37 hetero' for lists, with each orientation unless it is secret. */
export function usePersonsInList(): (persons: readonly PersonInList[]) => string {
  const t = useTexts(uiTexts)
  const ageOf = useAge()
  const factsOf = (person: PersonInList): string =>
    person.orientation === 'SECRET'
      ? String(ageOf(person))
      : `${ageOf(person)} ${t(`orientation.${person.orientation}`)}`
  return ([one, other]) => {
    if (!one) return ''
    if (!other) return t(`inList.${one.sex}`, { facts: factsOf(one) })
    return t('inList.couple', { first: factsOf(one), second: factsOf(other) })
  }
}

/** Joins the known facts in one line and skips the others. */
export const inOneLine = (...facts: readonly (string | null | undefined)[]): string => facts.filter(Boolean).join(' · ')

const UNITS = /^\d+ (min|tim|h|dagar|days)$/

/** Formats 'för 20 min sedan', 'i går', '8 nov'. */
export function useTimeAgo(): (instant: Instant) => string {
  const t = useTexts(uiTexts)
  const relative = useRelativeTime()
  return (instant) => {
    const time = relative(instant)
    return UNITS.test(time) ? t('ago', { time }) : time
  }
}

/** Formats 'Aktiv för 20 min sedan'. */
export function useLastActive(): (lastActive: Instant) => string {
  const t = useTexts(uiTexts)
  const timeAgo = useTimeAgo()
  return (lastActive) => t('active', { time: timeAgo(lastActive) })
}
