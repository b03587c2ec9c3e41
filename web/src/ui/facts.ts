import type { Instant } from '@app/contract/base'
import type { Person } from '@app/contract/members/members'
import { calculateAge } from '@app/contract/time/ages'
import { useAppConfig } from '../lib/release/app-config.ts'
import { useTexts } from '../lib/text/texts.ts'
import { useRelativeTime } from '../lib/text/times.ts'
import type { AvatarShape } from './photos/Avatar.tsx'
import { uiTexts } from './texts.ts'

export type Persons = readonly Pick<Person, 'sex' | 'yearOfBirth'>[]

export const shapeOf = (persons: Persons): AvatarShape => (persons.length > 1 ? 'couple' : 'person')

/** Returns a function that converts a year of birth to the displayed age. */
export function useAge(): (person: Pick<Person, 'yearOfBirth'>) => number {
  const referenceYear = useAppConfig((config) => config.referenceYear)
  return ({ yearOfBirth }) => calculateAge(yearOfBirth, referenceYear)
}

/** Returns a formatter with results such as 'Par, 35 och 37 år' and 'Man, 35 år'; a secret sex is left out. */
export function usePersons(): (persons: Persons) => string {
  const t = useTexts(uiTexts)
  const ageOf = useAge()
  return ([first, second]) => {
    if (!first) return ''
    if (!second) return t(`facts.${first.sex}`, { age: ageOf(first) })
    return t('facts.couple', { first: ageOf(first), second: ageOf(second) })
  }
}

/** Joins facts into one line; skips empty ones. */
export const joinFacts = (...facts: readonly (string | null | undefined)[]): string => facts.filter(Boolean).join(' · ')

const DURATION = /^\d+ (min|tim|h|dagar|days)$/

/** Returns a formatter with results such as 'för 20 min sedan', 'i går' and '8 nov'. */
export function useTimeAgo(): (instant: Instant) => string {
  const t = useTexts(uiTexts)
  const formatRelative = useRelativeTime()
  return (instant) => {
    const time = formatRelative(instant)
    return DURATION.test(time) ? t('ago', { time }) : time
  }
}

/** Returns a formatter with results such as 'Aktiv för 20 min sedan'. */
export function useLastActive(): (lastActive: Instant) => string {
  const t = useTexts(uiTexts)
  const timeAgo = useTimeAgo()
  return (lastActive) => t('active', { time: timeAgo(lastActive) })
}
