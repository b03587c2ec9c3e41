import { PRODUCT_NAME } from '@app/contract/product'
import { nameKey, normalizeName, TEAM_NAME } from '@app/contract/text/names'
import { AppError } from '@app/server/errors'
import { BADGES, FILLERS, PRODUCT_WORDS, ROLES } from './reserved-words.ts'

/** Path segments of the API in a position where other routes have a member's name, such as `clear` in `/profiles/visits/clear`. */
const PATH_WORDS = new Set(['clear', 'visits', 'search-user-encrypted'])

/**
 * Roles that no profile name may contain, even inside a longer word, unless an ending turns them into another word
 * ('badminton'; 'supporter' and its Swedish plural 'supportrar' are fans).
 */
const FORBIDDEN_ROLES: { word: string; unlessFollowedBy?: string[] }[] = [
  { word: TEAM_NAME },
  { word: 'admin', unlessFollowedBy: ['ton'] },
  { word: 'support', unlessFollowedBy: ['er', 'rar'] },
  { word: 'moderator' },
  ...['kundtjänst', 'kundservice', 'customerservice', 'customercare', 'helpdesk'].map((word) => ({ word })),
  ...['webmaster', 'sysop', 'superuser'].map((word) => ({ word })),
]

const LOOK_ALIKES: Record<string, string> =
  // biome-ignore format: one entry per line would be longer, and no clearer
  { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', l: 'i', q: 'g' }

/**
 * Returns the skeleton of a word, which is the same for words that look alike: without case, diacritics and doubled
 * letters, and with look-alikes unified.
 */
const toSkeleton = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[0-9lq]/g, (character) => LOOK_ALIKES[character] ?? character)
    .replace(/(.)\1+/g, '$1')
    .replace(/(?:m|rn)+/g, 'rn')
    .replaceAll('w', 'v')

const toSkeletons = (words: string[]): Set<string> => new Set(words.map(toSkeleton))

/**
 * Returns all skeletons of a word: digits at its ends may stand for letters ('5upport') or be an addition ('Admin1'),
 * and a lowercase c before an l or its look-alikes may form a d ('Aclmin').
 */
function listSkeletons(word: string): string[] {
  const withoutPrefix = word.replace(/^\d+/, '')
  const words = [word, withoutPrefix, word.replace(/\d+$/, ''), withoutPrefix.replace(/\d+$/, '')]
  return [...toSkeletons([...words, ...words.map((one) => one.replace(/c[lI1]/g, 'd'))])]
}

/**
 * Unifies m and n in a skeleton. Only for comparing whole words, since the middle of ordinary ones would then match
 * ('Laddning' contains 'adnin').
 */
const unifyNasals = (skeleton: string): string => skeleton.replace(/(?:rn|n)+/g, 'n')

/** Words that no profile name may contain. */
const FORBIDDEN_WORDS = [...FORBIDDEN_ROLES.map(({ word }) => word), ...PRODUCT_WORDS]
const forbiddenSkeletons = new Set([...toSkeletons(FORBIDDEN_WORDS)].map(unifyNasals))
const staffSkeletons = toSkeletons([...FORBIDDEN_WORDS, ...ROLES])
const fillerSkeletons = toSkeletons(FILLERS)
const badgeSkeletons = toSkeletons(BADGES)
const productSkeleton = unifyNasals(toSkeleton(PRODUCT_NAME))
const forbiddenRolePatterns = FORBIDDEN_ROLES.map(({ word, unlessFollowedBy = [] }) => {
  const lookaheads = unlessFollowedBy.map((ending) => `(?!${toSkeleton(ending)})`)
  return new RegExp([toSkeleton(word), ...lookaheads].join(''))
})

/** Splits a name at spaces, periods and hyphens, and before a capital that follows a small letter or a digit. */
const splitIntoPieces = (name: string): string[] =>
  normalizeName(name)
    .split(/[ .-]|(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    .filter(Boolean)

/**
 * Returns the words that the pieces from `start` on form when joined, since a name may split a word ('A d m i n',
 * 'Sup-port'). `end` is the index after the last piece of a word.
 */
const joinPieces = (pieces: string[], start: number): { word: string; end: number }[] =>
  pieces
    .slice(start)
    .map((_, index) => ({ word: pieces.slice(start, start + index + 1).join(''), end: start + index + 1 }))

/** The length of the shortest words that may be parts of compounds. */
const COMPOUND_PART_MIN = 4
const compoundParts = toSkeletons(
  [...FORBIDDEN_WORDS, ...ROLES, ...FILLERS].filter((word) => word.length >= COMPOUND_PART_MIN),
)
const partsByFirstLetter = new Map<string, string[]>()
for (const part of compoundParts)
  partsByFirstLetter.set(part.charAt(0), [...(partsByFirstLetter.get(part.charAt(0)) ?? []), part])

/**
 * Returns the possible remainders of a compound after its first part: all that follows, the same without a linking s,
 * and with a letter that both parts share, which is `rn` for an m ('systemmeddelande').
 */
function listRemainders(part: string, compound: string): string[] {
  const remainder = compound.slice(part.length)
  return [
    remainder,
    ...(remainder.startsWith('s') ? [remainder.slice(1)] : []),
    ...(remainder ? [part.slice(-1) + remainder] : []),
    ...(remainder && part.endsWith('rn') ? [`rn${remainder}`] : []),
  ]
}

/**
 * Returns whether the word with this skeleton consists only of roles and fillers, with at least one role:
 * 'supportteam', 'hjälpcenter', 'säkerhetsavdelning'.
 */
const isStaffWord = (skeleton: string): boolean => staffSkeletons.has(skeleton) || isStaffCompound(skeleton, false)

/** Returns whether a compound that ends with this skeleton is a staff word; `hasRole` if a role precedes it. */
function isStaffCompound(skeleton: string, hasRole: boolean): boolean {
  if (compoundParts.has(skeleton) && (hasRole || staffSkeletons.has(skeleton))) return true
  return (partsByFirstLetter.get(skeleton.charAt(0)) ?? [])
    .filter((part) => skeleton.startsWith(part))
    .some((part) =>
      listRemainders(part, skeleton).some((remainder) =>
        isStaffCompound(remainder, hasRole || staffSkeletons.has(part)),
      ),
    )
}

/** Returns whether the word with this skeleton is a staff word or names the badge of verified profiles. */
const isProfileRole = (skeleton: string): boolean => isStaffWord(skeleton) || badgeSkeletons.has(skeleton)

/** Returns whether every word of a name is a role, a filler or a number, and at least one is a role. */
function consistsOfRoles(pieces: string[], isRoleSkeleton: (skeleton: string) => boolean): boolean {
  // Maps each index at which a sequence of such words ends to whether the sequence has a role.
  const hasRoleByEnd = new Map([[0, false]])
  for (let start = 0; start < pieces.length; start += 1) {
    const hasRoleBefore = hasRoleByEnd.get(start)
    if (hasRoleBefore === undefined) continue
    for (const { word, end } of joinPieces(pieces, start)) {
      const skeletons = listSkeletons(word)
      const isRole = skeletons.some(isRoleSkeleton)
      if (isRole || /^\d+$/.test(word) || skeletons.some((skeleton) => fillerSkeletons.has(skeleton)))
        hasRoleByEnd.set(end, isRole || hasRoleBefore || (hasRoleByEnd.get(end) ?? false))
    }
  }
  return hasRoleByEnd.get(pieces.length) ?? false
}

/** Returns whether a name contains a forbidden word or role, or a word that begins with the product's name. */
const hasForbiddenWord = (name: string, pieces: string[]): boolean =>
  pieces.some((piece, index) => {
    const startsWithProduct = listSkeletons(piece).some((skeleton) => unifyNasals(skeleton).startsWith(productSkeleton))
    return (
      startsWithProduct ||
      joinPieces(pieces, index).some(({ word }) =>
        listSkeletons(word).some((skeleton) => forbiddenSkeletons.has(unifyNasals(skeleton))),
      )
    )
  }) ||
  name
    .split(/[ .-]/)
    .some((word) =>
      listSkeletons(word).some((skeleton) => forbiddenRolePatterns.some((pattern) => pattern.test(skeleton))),
    )

/** Returns whether a profile name impersonates the team, claims to be verified, or is a path segment of the API. */
export function isReservedName(name: string): boolean {
  const pieces = splitIntoPieces(name)
  return PATH_WORDS.has(nameKey(name)) || hasForbiddenWord(name, pieces) || consistsOfRoles(pieces, isProfileRole)
}

/**
 * Returns whether a group name consists only of roles and fillers. A group is not the author of messages and has no badge, so
 * 'Salong Malmö', 'Badmintonsupport' and 'Verifierade medlemmar' are allowed.
 */
export const isReservedGroupName = (name: string): boolean => consistsOfRoles(splitIntoPieces(name), isStaffWord)

/** Throws VALIDATION at the field `path` for a reserved profile name. */
export function rejectReservedName(name: string, path: string): void {
  if (isReservedName(name)) throw new AppError('VALIDATION', { fields: [{ path, problem: 'name.reserved' }] })
}

/** Throws VALIDATION for a reserved group name. */
export function rejectReservedGroupName(name: string): void {
  if (isReservedGroupName(name))
    throw new AppError('VALIDATION', { fields: [{ path: 'groupName', problem: 'name.reserved' }] })
}
