import { PRODUCT_NAME } from '@app/contract/product'
import { nameKey, normalizeName, TEAM_NAME } from '@app/contract/text/names'
import { AppError } from '@app/server/errors'
import { FILLERS, PRODUCT_WORDS, ROLES } from './reserved-words.ts'

/** Words of the API's paths at the position of a member's name. */
const PATH_WORDS = new Set(['clear', 'visits', 'search-user-encrypted'])

/**
 * Roles that a member cannot have: rejected as a word of a name and inside a longer word, unless an ending follows that
 * makes it another word ('badminton'; 'supporter' and its Swedish plural 'supportrar' are fans).
 */
const CONTAINED_ROLES: { word: string; unlessBefore?: string[] }[] = [
  { word: TEAM_NAME },
  { word: 'admin', unlessBefore: ['ton'] },
  { word: 'support', unlessBefore: ['er', 'rar'] },
  { word: 'moderator' },
  ...['kundtjänst', 'kundservice', 'customerservice', 'customercare', 'helpdesk'].map((word) => ({ word })),
  ...['webmaster', 'sysop', 'superuser'].map((word) => ({ word })),
]

const LOOK_ALIKES: Record<string, string> =
  // biome-ignore format: one digit a line would be longer than it is clear
  { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', l: 'i' }

/** Returns how a word looks at a glance: without case, diacritics and doubled letters, with look-alikes unified. */
const lookOf = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[0-9l]/g, (digit) => LOOK_ALIKES[digit] ?? digit)
    .replace(/(.)\1+/g, '$1')
    .replace(/(?:m|rn)+/g, 'rn')
    .replaceAll('w', 'v')

const looks = (list: string[]): Set<string> => new Set(list.map(lookOf))

/**
 * Returns the words that a reader may see: digits at the ends stand for letters ('5upport') or for nothing ('Admin1').
 */
function looksOf(word: string): string[] {
  const head = word.replace(/^\d+/, '')
  return [...looks([word, head, word.replace(/\d+$/, ''), head.replace(/\d+$/, '')])]
}

const STRONG_WORDS = [...CONTAINED_ROLES.map(({ word }) => word), ...PRODUCT_WORDS]
const strongLooks = looks(STRONG_WORDS)
const staffLooks = looks([...STRONG_WORDS, ...ROLES])
const fillerLooks = looks(FILLERS)
const productLook = lookOf(PRODUCT_NAME)
const containedRoles = CONTAINED_ROLES.map(({ word, unlessBefore = [] }) => {
  const others = unlessBefore.map((ending) => `(?!${lookOf(ending)})`)
  return new RegExp([lookOf(word), ...others].join(''))
})

/** Returns the words of a name: separated by spaces, periods and hyphens, or by a capital letter. */
const piecesOf = (name: string): string[] =>
  normalizeName(name)
    .split(/[ .-]|(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    .filter(Boolean)

/** Returns each run of neighboring pieces as a word, since words are often split ('A d m i n', 'Sup-port'). */
const runsFrom = (pieces: string[], start: number): { word: string; end: number }[] =>
  pieces
    .slice(start)
    .map((_, index) => ({ word: pieces.slice(start, start + index + 1).join(''), end: start + index + 1 }))

const COMPOUND_PART_MIN = 4
const parts = looks([...STRONG_WORDS, ...ROLES, ...FILLERS].filter((word) => word.length >= COMPOUND_PART_MIN))
const partsByLetter = new Map<string, string[]>()
for (const part of parts) partsByLetter.set(part.charAt(0), [...(partsByLetter.get(part.charAt(0)) ?? []), part])

/**
 * Returns the possible remainders after a part of a compound: all of it, without a linking s, and with a letter that
 * both share.
 */
function remaindersAfter(part: string, look: string): string[] {
  const remainder = look.slice(part.length)
  return [
    remainder,
    ...(remainder.startsWith('s') ? [remainder.slice(1)] : []),
    ...(remainder ? [part.slice(-1) + remainder] : []),
  ]
}

/**
 * Returns whether a word consists only of roles and fillers, with at least one role: 'supportteam', 'hjälpcenter',
 * 'säkerhetsavdelning'.
 */
const isStaffWord = (look: string): boolean => staffLooks.has(look) || isCompound(look, false)

function isCompound(look: string, hasRole: boolean): boolean {
  if (parts.has(look) && (hasRole || staffLooks.has(look))) return true
  return (partsByLetter.get(look.charAt(0)) ?? [])
    .filter((part) => look.startsWith(part))
    .some((part) =>
      remaindersAfter(part, look).some((remainder) => isCompound(remainder, hasRole || staffLooks.has(part))),
    )
}

/** Returns whether every word of a name is a role, a filler or a number, and at least one is a role. */
function isStaffThroughout(pieces: string[]): boolean {
  // For each piece that a sequence of such words reaches: whether one of them is a role.
  const reached = new Map([[0, false]])
  for (let start = 0; start < pieces.length; start += 1) {
    const hasRoleBefore = reached.get(start)
    if (hasRoleBefore === undefined) continue
    for (const { word, end } of runsFrom(pieces, start)) {
      const forms = looksOf(word)
      const isRole = forms.some(isStaffWord)
      if (isRole || /^\d+$/.test(word) || forms.some((form) => fillerLooks.has(form)))
        reached.set(end, isRole || hasRoleBefore || (reached.get(end) ?? false))
    }
  }
  return reached.get(pieces.length) ?? false
}

const hasStaffWord = (name: string, pieces: string[]): boolean =>
  pieces.some((piece, index) => {
    const startsWithProduct = looksOf(piece).some((look) => look.startsWith(productLook))
    return (
      startsWithProduct ||
      runsFrom(pieces, index).some(({ word }) => looksOf(word).some((look) => strongLooks.has(look)))
    )
  }) || name.split(/[ .-]/).some((word) => looksOf(word).some((look) => containedRoles.some((role) => role.test(look))))

/** Returns whether a profile name impersonates the team or is a word of an API path. */
export function isReservedName(name: string): boolean {
  const pieces = piecesOf(name)
  return PATH_WORDS.has(nameKey(name)) || hasStaffWord(name, pieces) || isStaffThroughout(pieces)
}

/**
 * Returns whether a group name consists only of a role. Groups themselves write nothing, so 'Salong Malmö' and
 * 'Badmintonsupport' are allowed.
 */
export const isReservedGroupName = (name: string): boolean => isStaffThroughout(piecesOf(name))

/** Throws VALIDATION at the field `path` for a profile name that impersonates the team. */
export function rejectReservedName(name: string, path: string): void {
  if (isReservedName(name)) throw new AppError('VALIDATION', { fields: [{ path, problem: 'name.reserved' }] })
}

export function rejectReservedGroupName(name: string): void {
  if (isReservedGroupName(name))
    throw new AppError('VALIDATION', { fields: [{ path: 'groupName', problem: 'name.reserved' }] })
}
