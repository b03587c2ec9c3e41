import { foldName, nameKey, TEAM_NAME } from '@app/contract/names'
import { PRODUCT_NAME } from '@app/contract/product'
import { AppError } from './errors.ts'

/** Words of the API's paths that take the place of a member's name. */
const PATH_WORDS = new Set(['clear', 'visits', 'search-user-encrypted'])

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Roles that a member cannot have: refused as a word of a name and inside a longer word, unless one of the endings follows. */
const CONTAINED: { word: string; unlessBefore?: string }[] = [
  { word: TEAM_NAME },
  { word: 'admin', unlessBefore: 'ton' },
  { word: 'support', unlessBefore: 'er' },
  ...words('moderator kundtjänst kundservice customerservice customercare helpdesk webmaster sysop superuser').map(
    (word) => ({ word }),
  ),
]

/** The product's name and its Swedish forms. */
const PRODUCT_WORDS = ['', 's', 'en', 'ens'].map((ending) => `${PRODUCT_NAME}${ending}`)

/** Roles whose words honest names use, too ('Team Berg', 'Mod och kärlek'): refused where they and `FILLERS` are the whole name. */
const ROLES = words(`
  abuse admins administration administrationen administratörer administratörerna anställd anställda billing contact contactus crew
  developer developers employee employees founder founders grundaren grundarna help hjälp hjälpen info information informationen
  kontakt kontaktaoss kundvård ledning ledningen mod mods moderation moderering moderators moderatorer moderatorerna noreply owner owners personal
  personalen postmaster redaktion redaktionen safety security service staff styrelsen system systemet säkerhet säkerheten team
  trygghet tryggheten trygghetsteam säkerhetsteam utvecklare utvecklaren utvecklarna webmästare webmästaren ägaren ägarna`)

const FILLERS = words(`
  a an and at av by chat chatt com community customer dating de den din dina ditt en er ert ett for from från för hos i in it kund kunds
  medlem medlems medlemmar member members net new nu ny nya nytt och of official officiell officiella officiellt on online our på real
  riktig riktiga se super svenska sverige sweden swedish tech teknisk tekniska technical the user users verified verifierad verifierade vi vår våra
  vårt your äkta`)

const LOOK_ALIKES: Record<string, string> =
  // biome-ignore format: one digit a line would be longer than it is clear
  { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', l: 'i' }

/** Returns how a word looks at a glance: without case, diacritics and doubled letters, look-alikes as one letter. */
const lookOf = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[0-9l]/g, (found) => LOOK_ALIKES[found] ?? found)
    .replace(/(.)\1+/g, '$1')

/** Returns the words that a reader may see: digits at the ends stand for letters ('5upport') or for nothing ('Admin1'), 'rn' for m. */
function looksOf(word: string): string[] {
  const head = word.replace(/^\d+/, '')
  const trimmed = [word, head, word.replace(/\d+$/, ''), head.replace(/\d+$/, '')]
  const read = trimmed.flatMap((form) => [form, form.replace(/rn/gi, 'm').replace(/vv/gi, 'w')])
  return [...new Set(read.map(lookOf))]
}

const looks = (list: string[]): Set<string> => new Set(list.map(lookOf))

const strong = looks([...CONTAINED.map(({ word }) => word), ...PRODUCT_WORDS])
const staff = new Set([...strong, ...looks(ROLES)])
const fillers = looks(FILLERS)
const product = lookOf(PRODUCT_NAME)
const contained = CONTAINED.map(
  ({ word, unlessBefore }) => new RegExp(lookOf(word) + (unlessBefore ? `(?!${lookOf(unlessBefore)})` : '')),
)

/** The words of a name: separated by spaces, periods and minus signs, or by a capital letter. */
const piecesOf = (name: string): string[] =>
  foldName(name)
    .split(/[ .-]|(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    .filter(Boolean)

/** Words are often taken apart ('A d m i n', 'Sup-port'), so each run of neighboring pieces counts as a word. */
const runsFrom = (pieces: string[], start: number): { word: string; end: number }[] =>
  pieces
    .slice(start)
    .map((_, index) => ({ word: pieces.slice(start, start + index + 1).join(''), end: start + index + 1 }))

const COMPOUND_PART_MIN = 4

/** True for words made of nothing but roles: 'supportteam', 'adminpersonal'. */
const isStaffWord = (look: string): boolean =>
  staff.has(look) ||
  [...staff].some(
    (part) => part.length >= COMPOUND_PART_MIN && look.startsWith(part) && isStaffWord(look.slice(part.length)),
  )

/** True where every word of the name is a role, a filler or a number, and at least one is a role. */
function isStaffThroughout(pieces: string[]): boolean {
  // For each piece that readable words lead to: whether one of those words is a role.
  const reached = new Map([[0, false]])
  for (let start = 0; start < pieces.length; start += 1) {
    const found = reached.get(start)
    if (found === undefined) continue
    for (const { word, end } of runsFrom(pieces, start)) {
      const forms = looksOf(word)
      const isRole = forms.some(isStaffWord)
      if (isRole || /^\d+$/.test(word) || forms.some((form) => fillers.has(form)))
        reached.set(end, isRole || found || (reached.get(end) ?? false))
    }
  }
  return reached.get(pieces.length) ?? false
}

const hasStaffWord = (name: string, pieces: string[]): boolean =>
  pieces.some((piece, index) => {
    const startsWithProduct = looksOf(piece).some((look) => look.startsWith(product))
    return (
      startsWithProduct || runsFrom(pieces, index).some(({ word }) => looksOf(word).some((look) => strong.has(look)))
    )
  }) || name.split(/[ .-]/).some((word) => looksOf(word).some((look) => contained.some((role) => role.test(look))))

/** True for profile names that pose as the people who run the community, and for words of paths. */
export function isReservedName(name: string): boolean {
  const pieces = piecesOf(name)
  return PATH_WORDS.has(nameKey(name)) || hasStaffWord(name, pieces) || isStaffThroughout(pieces)
}

/** True for group names that are nothing but a role. A group writes nothing itself, so 'Salong Malmö' and 'Badmintonsupport' are fine. */
export const isReservedGroupName = (name: string): boolean => isStaffThroughout(piecesOf(name))

/** Refuses a profile name that poses as the team, at the field that carries it. */
export function refuseReservedName(name: string, path: string): void {
  if (isReservedName(name)) throw new AppError('VALIDATION', { fields: [{ path, problem: 'name.reserved' }] })
}

export function refuseReservedGroupName(name: string): void {
  if (isReservedGroupName(name))
    throw new AppError('VALIDATION', { fields: [{ path: 'groupName', problem: 'name.reserved' }] })
}
