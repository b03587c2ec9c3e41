import { SEARCH_PAGE_SIZE } from '@app/contract/limits'
import { CITIES } from '@app/contract/members/cities'
import type { FindableSex } from '@app/contract/members/profiles'
import { getReferenceYear } from '@app/contract/time/ages'
import { searchKind } from '@app/server/members/search-rows'
import { createRandom, pick, pickInteger } from '../../../demo/random.ts'
import { SYLLABLES } from './fill.ts'

/** A search as a request to the product, and as a single statement for the baseline. */
export type Search = { path: string; body?: object; baseline: { text: string; values: unknown[] } }

export type SearchKind = { label: string; nextSearch: () => Search }

type Sexes = [FindableSex, FindableSex?]
type SearchFilter = { sexes: Sexes; ages: { minAge: number; maxAge: number }; cities: string[]; page: number }

const referenceYear = getReferenceYear(new Date())
const SEXES: Sexes[] = [['MALE'], ['FEMALE'], ['MALE', 'FEMALE']]
const random = createRandom(7)

const pickCity = (): string => CITIES[Math.floor(random() ** 3 * CITIES.length)] ?? CITIES[0]
const pickCities = (count: number): string[] => {
  const cities = new Set<string>()
  while (cities.size < count) cities.add(pickCity())
  return [...cities]
}

/** The columns of a result card that do not depend on the caller. */
const RESULT_CARD = `
  m.id, m."userName", m.cities, left(m.description, 50) as text, m.badges, m."lastActiveAt",
  (select concat(id, '/', "drawnRotation") from media where id = m."profilePhotoId") as photo,
  (select title from ads where "authorId" = m.id order by "publishedAt" desc, id desc limit 1) as title,
  (select json_agg(json_build_object('sex', sex, 'yearOfBirth', "yearOfBirth", 'orientation', orientation) order by ordinal)
    from persons where "memberId" = m.id) as persons`

const NEWEST = 'order by "lastActiveAt" desc, "memberId" desc'

function createBaselineStatement({ sexes, ages, cities, page }: SearchFilter): Search['baseline'] {
  const years = [referenceYear - ages.maxAge, referenceYear - ages.minAge]
  const second = sexes[1] ? 'and "p2Year" between $2 and $3' : ''
  const matching = `kind = $1 and "p1Year" between $2 and $3 ${second}`
  const [limit, offset] = [(page + 1) * SEARCH_PAGE_SIZE, page * SEARCH_PAGE_SIZE]
  const inCity = (_: string, index: number) =>
    `(select "memberId", "lastActiveAt" from search_cities where city = $${index + 4} and ${matching} ${NEWEST} limit ${limit})`
  const rows =
    cities.length === 0
      ? `select "memberId", "lastActiveAt" from search_profiles where ${matching}`
      : `select distinct "memberId", "lastActiveAt" from (${cities.map(inCity).join(' union all ')}) walks`
  return {
    text: `select ${RESULT_CARD} from (${rows} ${NEWEST} limit ${SEARCH_PAGE_SIZE} offset ${offset}) found
      join members m on m.id = found."memberId" order by found."lastActiveAt" desc, m.id desc`,
    values: [searchKind(...sexes), ...years, ...cities],
  }
}

function createFilterSearch(filter: SearchFilter): Search {
  const { sexes, ages, cities, page } = filter
  const [one, other] = sexes.map((sex) => ({ sex, ...ages }))
  const body = { couples: Boolean(other), person1Selection: one, person2Selection: other ?? null, cities, page }
  return { path: '/profiles/search-encrypted', body, baseline: createBaselineStatement(filter) }
}

const pickAgeRange = () => {
  const minAge = pickInteger(random, 20, 40)
  return { minAge, maxAge: minAge + pickInteger(random, 10, 25) }
}
const pickOneAge = () => {
  const minAge = pickInteger(random, 25, 60)
  return { minAge, maxAge: minAge }
}

const filterKind = (label: string, page: number, cityCount: number, ages = pickAgeRange): SearchKind => ({
  label,
  nextSearch: () =>
    createFilterSearch({ sexes: pick(random, SEXES), ages: ages(), cities: pickCities(cityCount), page }),
})

function createNameSearch(name: string): Search {
  const part =
    name.length < 3 ? '' : 'union (select id from members where "deletedAt" is null and "nameSearch" like $2 limit 24)'
  return {
    path: `/profiles/search-user-encrypted/${encodeURIComponent(name)}`,
    baseline: {
      text: `select ${RESULT_CARD} from (
        (select id from members where "deletedAt" is null and "nameSearch" collate "C" like $1
          order by "nameSearch" collate "C" limit 24) ${part}) found
      join members m on m.id = found.id
      order by starts_with(m."nameSearch", '${name}') desc, m."nameSearch" collate "C" limit 24`,
      values: name.length < 3 ? [`${name}%`] : [`${name}%`, `%${name}%`],
    },
  }
}

const pickNamePart = (count: number): string => pick(random, SYLLABLES) + pick(random, SYLLABLES).slice(0, count)

export const SEARCH_KINDS: SearchKind[] = [
  filterKind('search, page 1', 0, 0),
  filterKind('search, page 10', 9, 0),
  filterKind('search, page 1, 3 cities', 0, 3),
  filterKind('search, page 10, 3 cities', 9, 3),
  filterKind('search, one age', 0, 0, pickOneAge),
  filterKind('search, one age, 3 cities', 0, 3, pickOneAge),
  { label: 'search by part of a name', nextSearch: () => createNameSearch(pickNamePart(3)) },
  { label: 'search by two letters', nextSearch: () => createNameSearch(pickNamePart(0).slice(0, 2)) },
]
