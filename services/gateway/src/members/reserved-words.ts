import { PRODUCT_NAME } from '@app/contract/product'

const splitWords = (text: string): string[] => text.trim().split(/\s+/)

/** Combines every stem with every ending; `-` is an empty ending. */
const inflect = (stems: string, endings: string): string[] =>
  splitWords(stems).flatMap((stem) => splitWords(endings).map((ending) => stem + ending.replace('-', '')))

const combine = (firstParts: string[], secondParts: string[]): string[] =>
  firstParts.flatMap((first) => secondParts.map((second) => first + second))

const SWEDISH_ROLES = [
  ...inflect(
    'ägar grundar medgrundar utvecklar medarbetar handläggar granskar webbmästar webmästar',
    'e en es ens na nas',
  ),
  ...inflect(
    `ledning redaktion personal säkerhet trygghet administration moderation moderering information kontakt kundvård
    medlemsvård hjälp`,
    '- s en ens',
  ),
  ...inflect('administratör moderator operatör', '- s n ns en ens er ers erna ernas'),
  ...inflect('system team', '- s et ets'),
  ...inflect('styrelse', '- s n ns'),
  ...inflect('anställd ansvarig officiell', '- a e as es'),
  ...inflect('vd', '- s n ns'),
  ...inflect('meddelande', '- s t ts n ns na nas'),
  ...inflect('notis avisering verifiering', '- en'),
  ...inflect('notis', 'er erna'),
  ...inflect('avisering', 'ar arna'),
  ...splitWords('officiellt driften info kontaktaoss'),
]

const ENGLISH_ROLES = [
  ...inflect(
    `admin moderator mod owner founder cofounder developer employee operator representative official contact crew team
    system service message notification`,
    '- s',
  ),
  ...splitWords(`
    abuse administration ceo contactus donotreply help hostmaster info information moderation noreply postmaster
    root safety security staff verification`),
]

/** Words that name a role of the team only in combination with an office: 'Kundansvarig', 'Member care'. */
const DOMAINS = splitWords(
  'kund kunds medlem medlems användar community sajt sid app chatt chat customer client member user site',
)
const OFFICES = [
  ...inflect('chef manager rådgivar värd representant ombud', '- s'),
  ...inflect('rådgivar', 'e en'),
  ...splitWords(
    'ansvarig ansvarige care desk kontakt relations service success tjänst tjänsten vård center centre centrum central',
  ),
]

/** The product's name and its Swedish forms. */
export const PRODUCT_WORDS = ['', 's', 'en', 'ens'].map((ending) => `${PRODUCT_NAME}${ending}`)

/**
 * Role words that ordinary names also contain ('Team Berg', 'Mod och kärlek'): rejected only if they and `FILLERS` are
 * the whole name.
 */
export const ROLES = [...SWEDISH_ROLES, ...ENGLISH_ROLES, ...combine(DOMAINS, OFFICES)]

/** Words for the badge of verified profiles: rejected as profile names if they and `FILLERS` are the whole name. */
export const BADGES = splitWords('verified verifierad verifierads verifierade verifierades verifierat')

/** Words that do not turn a role into an ordinary name: 'Official account', 'Vår trygghetsavdelning'. */
export const FILLERS = [
  ...inflect('avdelning center central linje chef manager', '- s n en ns ens'),
  ...inflect('konto', '- t s ts n'),
  ...inflect('kontor centr', '- um et ets'),
  ...inflect('account member user desk department office line page profile site app', '- s'),
  ...inflect('profil medlem sida sajt', '- s n en ens ar'),
  ...BADGES,
  ...splitWords(`
    a an and at av by centre chat chatt com community customer dating de den din dina ditt en er ert ett for from från för here
    hos här här i in it kund kunds medlemmar net new nu ny nya nytt och of on online our på real riktig riktiga se super svenska
    sverige sweden swedish tech teknisk tekniska technical the trust vi vår våra vårt your äkta`),
]
