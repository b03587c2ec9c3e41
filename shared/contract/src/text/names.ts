import { GROUP_NAME_MAX, GROUP_NAME_MIN, PROFILE_NAME_MAX } from '../limits.ts'
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

/** Returns a name in the form that search compares: without case and accents. */
export const nameSearch = (name: string): string =>
  nameKey(name)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
