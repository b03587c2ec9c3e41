import * as z from 'zod/mini'
import { atMost } from '../base.ts'
import { GROUP_NAME_MAX, GROUP_NAME_MIN, PROFILE_NAME_MAX } from '../limits.ts'
import { isStorable } from './normalize.ts'
import type { Problem } from './problems.ts'

/** Matches names of A-Z, Å, Ä, Ö, digits, spaces, periods and hyphens. Å, Ä and Ö may use a combining mark. */
const ALLOWED_NAME = /^(?:[A-Za-z0-9ÅÄÖåäö .-]|[Aa]\u030A|[AaOo]\u0308)*$/
const LETTER = /[A-Za-zÅÄÖåäö]/

/** The name under which the team appears; no member may take it. */
export const TEAM_NAME = 'Teamet'

/** Returns a name as it is stored: composed (NFC), trimmed, with single spaces. */
export const normalizeName = (name: string): string => name.normalize('NFC').trim().replace(/ +/g, ' ')

/** Returns the key of a name; names with the same key are considered equal. */
export const nameKey = (name: string): string => normalizeName(name).toLowerCase()

/** Returns the problem of a profile name before normalization, or null. */
export function findProfileNameProblem(name: string): Problem | null {
  const normalized = normalizeName(name)
  if (normalized === '') return 'userName.empty'
  if (!ALLOWED_NAME.test(name)) return 'userName.characters'
  if (normalized.length > PROFILE_NAME_MAX) return 'userName.length'
  return LETTER.test(normalized) ? null : 'userName.letter'
}

/** Returns the problem of a group name before normalization, or null. */
export function findGroupNameProblem(name: string): Problem | null {
  if (!ALLOWED_NAME.test(name)) return 'groupName.characters'
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

/** The name that a new member chooses. */
export const NewUserName = newNameSchema('userName.empty')
/** A new name for an existing member. */
export const ChangedUserName = newNameSchema('userName.length')

/**
 * The name of a member in a response. Gateways find it in the schemas of responses to count the members that they show
 * to a caller.
 */
export const MemberName = z.string()
MemberName.register(z.globalRegistry, { description: 'The name of a member' })

/** The name by which a request looks up a member. It does not have to be a valid name. */
export const UserName = z
  .string()
  .check(
    z.minLength(1, 'field.required'),
    atMost(100, 'field.invalid'),
    z.refine(isStorable, { error: 'field.invalid' }),
  )
export const UserNameParam = z.object({ userName: UserName })

/** Returns a name in the form that search compares: without case and accents. */
export const nameSearch = (name: string): string =>
  nameKey(name)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
