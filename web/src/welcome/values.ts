import { SEARCH_AGE_DEFAULT } from '@app/contract/limits'
import {
  LookingFor,
  type MailPreferences,
  type MemberResponse,
  SaveMember,
  type WantedAges,
} from '@app/contract/members/members'
import type * as z from 'zod/mini'
import type { FieldErrors } from '../lib/forms/use-form.ts'
import { type Answer, parseAnswers, withAnswers } from './starters.ts'

/** The raw values of the welcome's forms. An empty age means no bound. */
export type WelcomeValues = {
  answers: readonly Answer[]
  lookingFor: readonly z.infer<typeof LookingFor>[]
  ages: { min: string; max: string }
  cities: readonly string[]
  mails: MailPreferences
}

const NO_MAILS: MailPreferences = { wantsChatMail: false, wantsEventMail: false, wantsNewsMail: false }

export const toValues = ({ profile, wantedAges, mailPreferences }: MemberResponse): WelcomeValues => ({
  answers: parseAnswers(profile.description),
  lookingFor: profile.lookingFor,
  ages: wantedAges ? { min: String(wantedAges.min), max: String(wantedAges.max) } : { min: '', max: '' },
  cities: profile.cities,
  mails: mailPreferences ?? NO_MAILS,
})

function toWantedAges({ min, max }: WelcomeValues['ages']): WantedAges | null {
  if (min === '' && max === '') return null
  const bound = (text: string, fallback: number) => (text === '' ? fallback : Number(text))
  return { min: bound(min, SEARCH_AGE_DEFAULT.min), max: bound(max, SEARCH_AGE_DEFAULT.max) }
}

/** Converts each part of the forms to the request that saves it. */
const PARTS = {
  answers: (answers, { profile }) => ({ profile: { description: withAnswers(profile.description, answers) } }),
  lookingFor: (lookingFor) => ({
    profile: { lookingFor: LookingFor.options.filter((one) => lookingFor.includes(one)) },
  }),
  ages: (ages) => ({ wantedAges: toWantedAges(ages) }),
  cities: (cities) => ({ profile: { cities: [...cities] } }),
  mails: (mails) => ({ mailPreferences: mails }),
} as const satisfies {
  [Part in keyof WelcomeValues]: (values: WelcomeValues[Part], member: MemberResponse) => SaveMember
}

export type WelcomePart = keyof WelcomeValues
const PART_NAMES = Object.keys(PARTS) as WelcomePart[]

const toRequest = <Part extends WelcomePart>(part: Part, values: WelcomeValues, member: MemberResponse): SaveMember =>
  // NOTE: TypeScript cannot infer that `PARTS[part]` accepts `values[part]`.
  (PARTS[part] as (value: WelcomeValues[Part], member: MemberResponse) => SaveMember)(values[part], member)

/**
 * Returns the request that saves the valid changes (null if there are none), the valid parts, and the errors of the
 * others.
 */
export function toSave(
  member: MemberResponse,
  changes: Partial<WelcomeValues>,
): { request: SaveMember | null; parts: WelcomePart[]; errors: FieldErrors } {
  const saved = toValues(member)
  const values = { ...saved, ...changes }
  const errors: Record<string, string> = {}
  const parts: WelcomePart[] = []
  let request = null as SaveMember | null
  for (const part of PART_NAMES) {
    if (changes[part] === undefined) continue
    const change = toRequest(part, values, member)
    if (JSON.stringify(change) === JSON.stringify(toRequest(part, saved, member))) {
      parts.push(part)
      continue
    }
    const issue = SaveMember.safeParse(change).error?.issues[0]
    if (issue) {
      errors[part] = issue.message
      continue
    }
    parts.push(part)
    request = { ...request, ...change, ...(change.profile && { profile: { ...request?.profile, ...change.profile } }) }
  }
  return { request, parts, errors }
}
