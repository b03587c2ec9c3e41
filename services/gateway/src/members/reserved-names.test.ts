import { findProfileNameProblem } from '@app/contract/text/names'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { isReservedGroupName, isReservedName } from './reserved-names.ts'

describe('a profile name', () => {
  test.each([
    ...[
      'Teamet',
      'TEAMET.',
      'T e a m e t',
      'Tea-met',
      'Team3t',
      'Tearnet',
      'Teeamet',
      'Teamet Salong',
      'Karin i teamet',
    ],
    ...[
      'Salong',
      'Sal0ng',
      'SaIong',
      'S.a.l.o.n.g',
      'S4l0ng',
      'Sälöng',
      'Sa Long',
      'SalongSupport',
      'Salong Anna',
      'AnnaSalong',
    ],
    ...['Team Salong', 'Salongen', 'salonganna', 'Salong24', 'Salong.se', '24salong'],
    ...[
      'Admin',
      'Adm1n',
      'ADMlN',
      'Ädmin',
      'Adrnin',
      'A d m i n',
      'Ad-min',
      'Addmin',
      'Admin1',
      '4dmin',
      'annaadmin',
      'Anna Admin',
    ],
    ...['Superadmin', 'Administratör', 'Administrat0r', 'Administratören Anna', 'AdmInAnna', 'Anna A d m i n'],
    ...['Moderator', 'M0derat0r', 'Moderatör', 'Moderatorn', 'Mode rator', 'Moderator Lisa'],
    ...['Support', '5upport', 'Supp0rt', 'Supporten', 'Sup port', 'Hjälp och support', 'supportanna', 'Support4u'],
    ...['Kundtjänst', 'Kundtjanst', 'Kund tjänst', 'Customer service', 'Helpdesk', 'Help desk', 'Webmaster'],
    ...[
      'Mod',
      'M0d',
      'Mods',
      'Mod 1',
      'Staff',
      '5taff1',
      'The Staff',
      'Th3 T3am',
      'T h e t e a m',
      'Team 24',
      'Personalen',
    ],
    ...[
      'Security Team',
      'securityteam',
      'Säkerhet',
      'Trygghetsteam 1',
      'System',
      'Info',
      'Redaktionen',
      'Official team',
      'No-reply',
    ],
    ...['Aclmin', 'AcImin', 'Anna Ac1min', 'aclmin24', 'Moclerator', 'Sysaclmin', 'Salonq', 'Saionq', 'Salonqen'],
    ...['Salomg', 'Salorng', 'Adnin', 'Admim', 'Noderator', 'Teanet', 'Anna Adnin'],
    ...['Root', 'R00t', 'Systemmeddelande', 'System meddelanden', 'Meddelandet', 'System message', 'Message 1'],
    ...['Notiser', 'Notisen', 'Nya notiser', 'Aviseringar', 'Notification', 'Avisering från systemet'],
    ...[
      'Verifierad',
      'Verifierade',
      'Verified',
      'Veriflerad',
      'Verifierad medlem',
      'Verified account',
      'Äkta verifierad',
    ],
    ...['clear', 'Visits', 'search-user-encrypted'],
  ])('%j is reserved', (name) => {
    expect(isReservedName(name)).toBe(true)
  })

  test.each([
    ...[
      'Modern',
      'Modin',
      'Modig',
      'Mod och kärlek',
      'Moderaten',
      'Modesty',
      'Adminton',
      'Badminton',
      'Badminton Lund',
    ],
    ...[
      'Adamina',
      'Admiral',
      'Ad Astra',
      'Vlad Minsk',
      'Ada Min',
      'Supporter',
      'AIK-supporter',
      'Staffan',
      'Staffan 2',
    ],
    ...[
      'Team Berg',
      'Dreamteam',
      'Teamspelare',
      'Steam',
      'Tea Metz',
      'Lisa Long',
      'Elsa Longström',
      'Salomon',
      'Frisörsalong',
    ],
    ...[
      'Personlig',
      'Systemvetaren',
      'Serviceminded',
      'Säkerhetsnålen',
      'Informatikern',
      'Vera i receptionen',
      'Medlem',
      'Ny medlem',
    ],
    ...[
      'Åsa och Bo',
      'Mira',
      'Jakob-83',
      'Elin M.',
      'Havsbris 72',
      '1 2 a',
      'Hjälpsam',
      'Owen',
      'Den 7 i 24',
      '1 '.repeat(14).concat('a'),
    ],
    ...['Laddning', 'Vårstädning', 'Ladnin', 'Moci', 'Clara', 'Claes Clason', 'Nod', 'Nodin', 'Salom', 'Salomon G'],
    ...['Chef', 'Värd', 'Roth', 'Rootsy', 'Rotary', 'Verifierad och glad', 'Notisskrivaren', 'Medelålders'],
  ])('%j is allowed', (name) => {
    expect(isReservedName(name)).toBe(false)
  })
})

describe('generated profile names', () => {
  const splitWords = (text: string): string[] => text.trim().split(/\s+/)
  const inflect = (stem: string, endings: string): string[] =>
    splitWords(endings).map((ending) => stem + ending.replace('-', ''))
  type Change = (word: string) => string

  const LANGUAGES: [string, string[], Change[]][] = [
    [
      'Swedish',
      [
        ...['grundar', 'ägar', 'medarbetar', 'utvecklar'].flatMap((stem) => inflect(stem, 'e en na')),
        ...['ledning', 'redaktion', 'hjälp', 'trygghet'].flatMap((stem) => inflect(stem, '- en')),
        ...inflect('anställd', '- a'),
        ...splitWords(
          'personalen moderatorerna säkerhetsansvarig communityansvarig kundansvarig vd officiell officiella',
        ),
        ...splitWords(
          'hjälpcenter hjälpcentralen hjälplinjen kundcenter medlemsservice säkerhetsavdelningen trygghetsteamet',
        ),
      ],
      [
        (word) => word,
        (word) => `Vår ${word}`,
        (word) => `${word} här`,
        (word) => `Den nya ${word}`,
        (word) => `${word} 24`,
        (word) => `Officiell ${word}`,
        (word) => `${word}s konto`,
        (word) => `${word} Sverige`,
      ],
    ],
    [
      'English',
      [
        ...['owner', 'founder', 'co-founder', 'developer', 'employee', 'operator'].flatMap((stem) =>
          inflect(stem, '- s'),
        ),
        ...splitWords('ceo staff security safety official crew team moderators helpcenter helpline'),
        ...['help center', 'help centre', 'customer care', 'member service', 'community manager', 'trust and safety'],
      ],
      [
        (word) => word,
        (word) => `The ${word}`,
        (word) => `Our ${word}`,
        (word) => `Official ${word}`,
        (word) => `${word} account`,
        (word) => `${word} here`,
        (word) => `${word} online 1`,
      ],
    ],
  ]
  const DISGUISES: [string, Change][] = [
    ['as they are', (name) => name],
    ['in capitals', (name) => name.toUpperCase()],
    ['spaced', (name) => [...name.replaceAll(' ', '')].join(' ')],
    ['with hyphens', (name) => name.replace(/(?<=^..)/, '-')],
    ['with doubled letters', (name) => name.replace(/(?<=\p{L})(?=\p{L})(.)/u, '$1$1')],
    ['without diacritics', (name) => name.normalize('NFD').replace(/\p{Mn}/gu, '')],
    ['with digits for letters', (name) => name.replaceAll('e', '3').replaceAll('o', '0')],
    ['with I for l', (name) => name.replaceAll('l', 'I')],
    ['with rn for m', (name) => name.replaceAll('m', 'rn')],
    ['with cl for d', (name) => name.replaceAll('d', 'cl')],
    ['with q for g', (name) => name.replaceAll('g', 'q')],
  ]

  const cases = LANGUAGES.flatMap(([language, roles, phrases]) =>
    DISGUISES.map(([name, disguise]) => [language, name, { roles, phrases, disguise }] as const),
  )
  test.each(cases)('from %s roles, written %s, are reserved', (_language, _disguise, { roles, phrases, disguise }) => {
    const names = roles.flatMap((role) => phrases.map((addWords) => disguise(addWords(role))))
    const validNames = names.filter((name) => findProfileNameProblem(name) === null)
    expect(validNames.length).toBeGreaterThan(roles.length)
    expect(validNames.filter((name) => !isReservedName(name))).toEqual([])
  })

  test('from ordinary words that contain a role are allowed', () => {
    const fans = inflect('support', 'er ern ers rar rarna rars erklubben rarklubb')
    const owners = ['hund', 'katt', 'båt', 'hus', 'stug', 'villa', 'häst'].flatMap((thing) =>
      inflect(`${thing}ägar`, 'e en na'),
    )
    const otherWords = splitWords(
      'företagsgrundare webbutvecklare hjälpsam hjälplös ledig personlig trygg säker systrarna kontoret',
    )
    const names = [...fans, ...owners, ...otherWords].flatMap((word) => [
      ...[word, word.toUpperCase(), `AIK-${word}`, `Stolt ${word}`, `${word} 24`, `Två ${word}`, `Anna ${word}`],
    ])
    expect(names.filter(isReservedName)).toEqual([])
  })

  test('from everyday English words are allowed, except for roles and other reserved words', () => {
    expect(dictionary['diceware-common'].filter((word) => isReservedName(word)).toSorted()).toEqual(
      splitWords('clear cofounder contact employee founder helpline operator security service staff support system'),
    )
  })
})

describe('a group name', () => {
  test.each([
    'Teamet',
    'Sal0ng',
    'Salong Support',
    'Admin',
    'S u p p o r t',
    'Moderatorerna',
    'Kundtjänst 24',
    'The Staff',
  ])('%j is reserved', (name) => {
    expect(isReservedGroupName(name)).toBe(true)
  })

  test.each([
    'Salong Malmö',
    'Badminton',
    'AIK-supportrar',
    'Modern dans',
    'Team Lund',
    'Supportgrupp för nyskilda',
    'Höstmiddagar',
    'Verifierade medlemmar',
  ])('%j is allowed', (name) => {
    expect(isReservedGroupName(name)).toBe(false)
  })
})
