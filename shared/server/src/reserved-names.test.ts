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
  ])('%j is free', (name) => {
    expect(isReservedName(name)).toBe(false)
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
  ])('%j is free', (name) => {
    expect(isReservedGroupName(name)).toBe(false)
  })
})
