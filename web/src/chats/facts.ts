import { ageShown } from '@app/contract/ages'
import type { ChatPartner } from '@app/contract/chats'
import { useAppConfig } from '../lib/app-config.ts'
import { useTexts } from '../lib/texts.ts'
import { useRelativeTime } from '../lib/times.ts'
import type { AvatarShape } from '../ui/Avatar.tsx'
import { usePresence } from './presence.ts'
import { chatsTexts } from './texts.ts'

type Persons = ChatPartner['persons']

export const shapeOf = (persons: Persons): AvatarShape => (persons.length > 1 ? 'couple' : 'person')

/** 'Par, 35 och 37 år', or one person's sex and age, as far as they are told. */
export function usePersons(): (persons: Persons) => string {
  const t = useTexts(chatsTexts)
  const referenceYear = useAppConfig((config) => config.referenceYear)
  const ageOf = ({ yearOfBirth }: Persons[number]) => ageShown(yearOfBirth, referenceYear)
  return ([one, other]) => {
    if (!one) return ''
    if (!other) return t(`facts.${one.sex}`, { age: ageOf(one) })
    return t('facts.couple', { first: ageOf(one), second: ageOf(other) })
  }
}

/** What is known of somebody in one line, without gaps for what is not. */
export const inOneLine = (...facts: readonly (string | null | undefined)[]): string => facts.filter(Boolean).join(' · ')

const later = (one: string | null, other: string | null): string | null =>
  !one || (other && other > one) ? other : one

/** 'Online nu', else when they were last active, else nothing. */
export function useActivity(): (partner: ChatPartner) => string | null {
  const t = useTexts(chatsTexts)
  const relative = useRelativeTime()
  const { online, seen } = usePresence()
  return ({ userName, lastActive }) => {
    if (online.has(userName)) return t('online')
    const at = later(lastActive, seen.get(userName) ?? null)
    if (!at) return null
    const time = relative(at)
    if (time === 'nu' || time === 'now') return t('active.now')
    return /^\d+ (min|tim|h|dagar|days)$/.test(time) ? t('active.ago', { time }) : t('active.at', { time })
  }
}
