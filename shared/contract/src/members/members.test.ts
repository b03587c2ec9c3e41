import { expect, test } from 'vitest'
import { calculateAge } from '../time/ages.ts'
import { CITIES } from './cities.ts'
import { CompleteRegistration, Email, isPersonalPassword, RegisterEmail } from './members.ts'

const validRegistration = {
  token: 'x',
  userName: 'Mira',
  password: 'en lugn kväll',
  person1: { sex: 'FEMALE', year: 1989 },
  cities: ['Stockholm'],
}

const findProblems = (change: object): string[] =>
  CompleteRegistration(() => 2025)
    .safeParse({ ...validRegistration, ...change })
    .error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []

test.each([
  [{ password: '' }, 'password: password.empty'],
  [{ password: 'sju!!!!' }, 'password: password.length'],
  [{ password: 'x'.repeat(129) }, 'password: password.length'],
  [{ userName: undefined }, 'userName: userName.empty'],
  [{ person1: undefined }, 'person1: persons.count'],
  [{ person1: { sex: 'OTHER', year: 1989 } }, 'person1.sex: person.sex'],
  [{ person1: { sex: 'MALE', year: 2008 } }, 'person1.year: person.age'],
  [{ person1: { sex: 'MALE', year: 1914 } }, 'person1.year: person.age'],
  [{ person1: { sex: 'MALE', year: 1989.5 } }, 'person1.year: person.age'],
  [{ person1: { sex: 'MALE', year: '1989' } }, 'person1.year: person.age'],
  [{ person2: { sex: 'MALE', year: 2010 } }, 'person2.year: person.age'],
  [{ cities: [] }, 'cities: cities.none'],
  [{ cities: CITIES.slice(0, 6) }, 'cities: cities.many'],
  [{ cities: ['Stockholm', 'Stockholm'] }, 'cities: cities.unknown'],
  [{ cities: ['Oslo'] }, 'cities: cities.unknown'],
])('rejects a registration with %j and the problem %s', { tags: 'contract.registration' }, (change, problem) => {
  expect(findProblems(change)).toEqual([problem])
})

test('accepts ages from 18 to 110 in the reference year', { tags: 'contract.registration-ages' }, () => {
  for (const year of [2007, 1915]) expect(findProblems({ person1: { sex: 'MALE', year } })).toEqual([])
  expect(calculateAge(1990, 2025)).toBe(35)
})

test('drops unknown fields', () => {
  expect(CompleteRegistration(() => 2025).parse({ ...validRegistration, level: 'ADMIN' })).not.toHaveProperty('level')
})

test('accepts the language by number and by name, and defaults to Swedish', { tags: 'contract.language-codes' }, () => {
  const parseLanguage = (languagePreference?: unknown) =>
    RegisterEmail.parse({ email: 'a@b.se', languagePreference }).languagePreference
  expect([parseLanguage(1), parseLanguage(2), parseLanguage('ENGLISH'), parseLanguage()]).toEqual([
    'SWEDISH',
    'ENGLISH',
    'ENGLISH',
    'SWEDISH',
  ])
})

test.each([
  '',
  'mira',
  'mira@',
  '@exempel.se',
  'mira@exempel',
  'a b@exempel.se',
  `${'a'.repeat(250)}@b.se`,
  'a@b.se\r\nBcc: c@d.se',
])('rejects %j as an email address', { tags: 'contract.email-address' }, (email) => {
  expect(Email.safeParse(email).error?.issues[0]?.message).toBe('email.invalid')
})

test('detects passwords that contain the user name or the part of the email address before the @', () => {
  expect(isPersonalPassword('xMIRA.berg99', 'mira.berg@exempel.se', 'Solros')).toBe(true)
  expect(isPersonalPassword('min solros 7', 'mira@exempel.se', 'Solros')).toBe(true)
  expect(isPersonalPassword('en lugn kväll', 'mira@exempel.se', 'Solros')).toBe(false)
})

test('lists the 290 municipalities in Swedish order', () => {
  expect(CITIES).toHaveLength(290)
  expect([...CITIES].sort(new Intl.Collator('sv').compare)).toEqual([...CITIES])
})
