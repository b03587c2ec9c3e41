import { SEARCH_PAGE_SIZE } from '@app/contract/limits'
import { CITIES } from '@app/contract/members/cities'
import type { FindableSex } from '@app/contract/members/profiles'
import { referenceYearAt } from '@app/contract/time/ages'
import { searchKind } from '@app/server/members/search-rows'
import { between, pick, randomFrom } from '../../../demo/random.ts'
import { SYLLABLES } from './people.ts'

/** A search as a request to the product, and the same search as one bare statement. */
export type Search = { path: string; body?: object; bare: { text: string; values: unknown[] } }

export type Kind = { what: string; nextSearch: () => Search }

type Sexes = [FindableSex, FindableSex?]
type SearchFilter = { sexes: Sexes; ages: { minAge: number; maxAge: number }; cities: string[]; page: number }

const referenceYear = referenceYearAt(new Date())
const SEXES: Sexes[] = [['MALE'], ['FEMALE'], ['MALE', 'FEMALE']]
const random = randomFrom(7)

const pickCity = (): string => CITIES[Math.floor(random() ** 3 * CITIES.length)] ?? CITIES[0]
const pickCities = (count: number): string[] => {
  const cities = new Set<string>()
  while (cities.size < count) cities.add(pickCity())
  return [...cities]
}

/** The columns of a plate without relations to the caller. */
const PLATE = `
  m.id, m."userName", m.cities, left(m.description, 50) as text, m.badges, m."lastActiveAt",
  (select concat(id, '/', "drawnRotation") from media where id = m."profilePhotoId") as photo,
  (select title from ads where "authorId" = m.id order by "publishedAt" desc, id desc limit 1) as title,
  (select json_agg(json_build_object('sex', sex, 'yearOfBirth', "yearOfBirth", 'orientation', orientation) order by ordinal)
    from persons where "memberId" = m.id) as persons`

const NEWEST = 'order by "lastActiveAt" desc, "memberId" desc'

function bareFilter({ sexes, ages, cities, page }: SearchFilter): Search['bare'] {
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
    text: `select ${PLATE} from (${rows} ${NEWEST} limit ${SEARCH_PAGE_SIZE} offset ${offset}) found
      join members m on m.id = found."memberId" order by found."lastActiveAt" desc, m.id desc`,
    values: [searchKind(...sexes), ...years, ...cities],
  }
}

function byFilter(filter: SearchFilter): Search {
  const { sexes, ages, cities, page } = filter
  const [one, other] = sexes.map((sex) => ({ sex, ...ages }))
  const body = { couples: Boolean(other), person1Selection: one, person2Selection: other ?? null, cities, page }
  return { path: '/profiles/search-encrypted', body, bare: bareFilter(filter) }
}

const wide = () => {
  const minAge = between(random, 20, 40)
  return { minAge, maxAge: minAge + between(random, 10, 25) }
}
const narrow = () => {
  const minAge = between(random, 25, 60)
  return { minAge, maxAge: minAge }
}

const filterKind = (what: string, page: number, cityCount: number, ages = wide): Kind => ({
  what,
  nextSearch: () => byFilter({ sexes: pick(random, SEXES), ages: ages(), cities: pickCities(cityCount), page }),
})

function byName(name: string): Search {
  const part =
    name.length < 3 ? '' : 'union (select id from members where "deletedAt" is null and "nameSearch" like $2 limit 24)'
  return {
    path: `/profiles/search-user-encrypted/${encodeURIComponent(name)}`,
    bare: {
      text: `select ${PLATE} from (
        (select id from members where "deletedAt" is null and "nameSearch" collate "C" like $1
          order by "nameSearch" collate "C" limit 24) ${part}) found
      join members m on m.id = found.id
      order by starts_with(m."nameSearch", '${name}') desc, m."nameSearch" collate "C" limit 24`,
      values: name.length < 3 ? [`${name}%`] : [`${name}%`, `%${name}%`],
    },
  }
}

const letters = (count: number): string => pick(random, SYLLABLES) + pick(random, SYLLABLES).slice(0, count)

export const KINDS: Kind[] = [
  filterKind('search, page 1', 0, 0),
  filterKind('search, page 10', 9, 0),
  filterKind('search, page 1, 3 cities', 0, 3),
  filterKind('search, page 10, 3 cities', 9, 3),
  filterKind('search, one age', 0, 0, narrow),
  filterKind('search, one age, 3 cities', 0, 3, narrow),
  { what: 'search by part of a name', nextSearch: () => byName(letters(3)) },
  { what: 'search by two letters', nextSearch: () => byName(letters(0).slice(0, 2)) },
]
