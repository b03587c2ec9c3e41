import { expect, test } from 'vitest'
import {
  EMPTY_CRITERIA,
  filterOf,
  type ProfileType,
  withoutCriterion,
  withPerson,
  withType,
} from './filter/criteria.ts'
import { parseSearch, type Search, searchUrl } from './urls.ts'

const parseUrl = (path: string) => parseSearch(new URLSearchParams(path.split('?')[1]))

const CRITERIA = {
  ...withPerson(withType(EMPTY_CRITERIA, 'FEMALE_COUPLE'), 1, {
    orientations: ['BI', 'HOMO'],
    minAge: 30,
    maxAge: 0,
  }),
  cities: ['Upplands-Bro', 'Östra Göinge', 'Stockholm'],
  onlyWithPhoto: true,
  verified: true,
  activeWithinDays: 7,
}

test.each<Search>([
  { by: 'name', name: 'Åsa & Bo 100 %' },
  { by: 'filter', criteria: withType(EMPTY_CRITERIA, 'MIXED_COUPLE'), page: 0 },
  { by: 'filter', criteria: CRITERIA, page: 50 },
])('a search survives the round trip through its URL: %j', { tags: 'search.url-round-trip' }, (search) => {
  expect(parseUrl(searchUrl(search))).toEqual(search)
})

test('the URL stores the page as `index`', { tags: 'search.url-index' }, () => {
  expect(searchUrl({ by: 'filter', criteria: withType(EMPTY_CRITERIA, 'MIXED_COUPLE'), page: 3 })).toBe(
    '/profilelist?type=MIXED_COUPLE&index=3',
  )
})

test.each([
  '',
  'type=OTHER',
  'name=+++',
  'type=SINGLE_MALE&city=Atlantis',
  'type=SINGLE_MALE&city=Lund&city=Ystad&city=Ale&city=Berg',
  'type=SINGLE_MALE&days=1000',
])('an invalid query gives no search: %s', (query) => {
  expect(parseSearch(new URLSearchParams(query))).toBeNull()
})

test.each([
  'age1=60-20',
  'age1=abc',
  'age1=999-',
  'orientation1=SECRET',
  'index=-1',
  'index=1.5',
  'index=51',
  'days=-3',
])('an invalid parameter is ignored: %s', (part) => {
  const search = parseSearch(new URLSearchParams(`type=SINGLE_MALE&${part}`))
  expect(search).toEqual({ by: 'filter', criteria: withType(EMPTY_CRITERIA, 'SINGLE_MALE'), page: 0 })
})

test.each<[ProfileType, string[], boolean]>([
  ['MIXED_COUPLE', ['FEMALE', 'MALE'], true],
  ['MALE_COUPLE', ['MALE', 'MALE'], true],
  ['FEMALE_COUPLE', ['FEMALE', 'FEMALE'], true],
  ['SINGLE_MALE', ['MALE'], false],
  ['SINGLE_NON_BINARY', ['NON_BINARY'], false],
  ['SINGLE_FEMALE', ['FEMALE'], false],
])(
  '%s searches for its persons, 18 to 99 years old, with any orientation',
  { tags: 'search.url-defaults' },
  (type, sexes, couples) => {
    const filter = filterOf(withType(CRITERIA, type), 0)
    const persons = [filter.person1Selection, filter.person2Selection].filter(Boolean)
    expect(persons).toEqual(sexes.map((sex) => ({ sex, orientations: [], minAge: 18, maxAge: 99 })))
    expect(filter.couples).toBe(couples)
  },
)

test('dropping a criterion keeps the others', () => {
  expect(withoutCriterion(CRITERIA, 'CITIES')).toEqual({ ...CRITERIA, cities: [] })
  expect(withoutCriterion(CRITERIA, 'VERIFIED')).toEqual({ ...CRITERIA, verified: false })
  expect(withoutCriterion(CRITERIA, 'ONLY_WITH_PHOTO')).toEqual({ ...CRITERIA, onlyWithPhoto: false })
  expect(withoutCriterion(CRITERIA, 'RECENTLY_ACTIVE')).toEqual({ ...CRITERIA, activeWithinDays: null })
  expect(withoutCriterion(CRITERIA, 'ORIENTATIONS').persons[1]).toMatchObject({ orientations: [], minAge: 30 })
  expect(withoutCriterion(CRITERIA, 'AGES').persons).toMatchObject([
    { maxAge: 0 },
    { minAge: 0, orientations: ['BI', 'HOMO'] },
  ])
})
