import * as z from 'zod/mini'
import { atMost } from './base.ts'
import { GROUP_NAME_MAX, GROUP_NAME_MIN, PROFILE_NAME_MAX } from './limits.ts'
import type { Problem } from './problems.ts'
import { isStorable } from './texts.ts'

/** A-Z, Å, Ä, Ö, digits, space, period, minus; Å, Ä and Ö may be written with a combining mark. Look-alikes are refused. */
const ALLOWED = /^(?:[A-Za-z0-9ÅÄÖåäö .-]|[Aa]\u030A|[AaOo]\u0308)*$/
const LETTER = /[A-Za-zÅÄÖåäö]/

/** Under this name the members who run the community appear; nobody may take it. */
export const TEAM_NAME = 'Teamet'

/** A name as it is stored: composed, without spaces at the ends, single spaces inside. */
export const normalizeName = (name: string): string => name.normalize('NFC').trim().replace(/ +/g, ' ')

/** Two names with the same key are the same name. */
export const nameKey = (name: string): string => normalizeName(name).toLowerCase()

/** What is wrong with a profile name as it arrived, or null. */
export function findProfileNameProblem(name: string): Problem | null {
  const normalized = normalizeName(name)
  if (normalized === '') return 'userName.empty'
  if (!ALLOWED.test(name)) return 'userName.characters'
  if (normalized.length > PROFILE_NAME_MAX) return 'userName.length'
  return LETTER.test(normalized) ? null : 'userName.letter'
}

/** What is wrong with a group's name as it arrived, or null. */
export function findGroupNameProblem(name: string): Problem | null {
  if (!ALLOWED.test(name)) return 'groupName.characters'
  const { length } = normalizeName(name)
  return length < GROUP_NAME_MIN || length > GROUP_NAME_MAX ? 'groupName.length' : null
}

const newNameSchema = (emptyProblem: Problem) =>
  z.string(emptyProblem).check(
    z.check((payload) => {
      const problem = findProfileNameProblem(payload.value)
      const message = problem === 'userName.empty' ? emptyProblem : problem
      if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
    }),
    z.overwrite(normalizeName),
  )

/** A name that a newcomer chooses. */
export const NewUserName = newNameSchema('userName.empty')
/** Another name for a member who has one. */
export const ChangedUserName = newNameSchema('userName.length')

/**
 * The name of a member in an answer. Gateways find it in the schemas of their routes, and count the members that a caller
 * is shown.
 */
export const MemberName = z.string()
MemberName.register(z.globalRegistry, { description: 'The name of a member' })

/** A name that somebody has: any text short enough to look up. */
export const UserName = z
  .string()
  .check(
    z.minLength(1, 'field.required'),
    atMost(100, 'field.invalid'),
    z.refine(isStorable, { error: 'field.invalid' }),
  )
export const UserNameParam = z.object({ userName: UserName })

/** How names are compared in a search: without case and accents. */
export const nameSearch = (name: string): string =>
  nameKey(name)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
