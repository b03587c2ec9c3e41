import { SEARCH_PAGE_MAX } from '@app/contract/limits'
import { PersonSelection, SearchFilter } from '@app/contract/members/profiles'
import {
  defaultPersons,
  EMPTY_CRITERIA,
  filterOf,
  type ProfileType,
  SEXES_OF,
  type SearchCriteria,
} from './filter/criteria.ts'

/** A search as encoded in its URL. */
export type Search = { by: 'name'; name: string } | { by: 'filter'; criteria: SearchCriteria; page: number }

const PATH = '/profilelist'

const isType = (text: string | null): text is ProfileType => text !== null && Object.hasOwn(SEXES_OF, text)

/** Matches '30-55'; a missing number means no bound. */
const AGES = /^(\d{0,3})-(\d{0,3})$/

function parsePerson(params: URLSearchParams, personNumber: number, defaults: PersonSelection): PersonSelection {
  const ages = AGES.exec(params.get(`age${personNumber}`) ?? '')
  const orientations = params.get(`orientation${personNumber}`)
  const parsed = PersonSelection.safeParse({
    sex: defaults.sex,
    orientations: orientations ? orientations.split('.') : [],
    minAge: ages ? Number(ages[1]) : defaults.minAge,
    maxAge: ages ? Number(ages[2]) : defaults.maxAge,
  })
  return parsed.success ? parsed.data : defaults
}

function parseCriteria(params: URLSearchParams, type: ProfileType): SearchCriteria {
  const days = Number(params.get('days'))
  return {
    ...EMPTY_CRITERIA,
    type,
    persons: defaultPersons(type).map((defaults, index) => parsePerson(params, index + 1, defaults)),
    cities: params.getAll('city'),
    onlyWithPhoto: params.has('photo'),
    verified: params.has('verified'),
    activeWithinDays: Number.isInteger(days) && days > 0 ? days : null,
  }
}

const parsePage = (index: number): number =>
  Number.isInteger(index) && index > 0 && index <= SEARCH_PAGE_MAX ? index : 0

/** Returns the search in the URL; null if there is none or it is invalid. */
export function parseSearch(params: URLSearchParams): Search | null {
  const name = params.get('name')?.trim()
  if (name) return { by: 'name', name }
  const type = params.get('type')
  if (!isType(type)) return null
  const criteria = parseCriteria(params, type)
  const page = parsePage(Number(params.get('index')))
  return SearchFilter.safeParse(filterOf(criteria, page)).success ? { by: 'filter', criteria, page } : null
}

function writePerson(
  params: URLSearchParams,
  personNumber: number,
  person: PersonSelection,
  defaults: PersonSelection,
): void {
  const { orientations, minAge, maxAge } = person
  if (orientations.length > 0) params.set(`orientation${personNumber}`, orientations.join('.'))
  if (minAge !== defaults.minAge || maxAge !== defaults.maxAge)
    params.set(`age${personNumber}`, `${minAge || ''}-${maxAge || ''}`)
}

function criteriaParams(criteria: SearchCriteria): URLSearchParams {
  const params = new URLSearchParams({ type: criteria.type })
  const defaults = defaultPersons(criteria.type)
  criteria.persons.forEach((person, index) => {
    const personDefaults = defaults[index]
    if (personDefaults) writePerson(params, index + 1, person, personDefaults)
  })
  for (const city of criteria.cities) params.append('city', city)
  if (criteria.onlyWithPhoto) params.set('photo', '1')
  if (criteria.verified) params.set('verified', '1')
  if (criteria.activeWithinDays) params.set('days', String(criteria.activeWithinDays))
  return params
}

/** Returns the URL of a search, as a path. `index` is the number of the page, from 0. */
export function searchUrl(search: Search | null): string {
  if (!search) return PATH
  const params = search.by === 'name' ? new URLSearchParams({ name: search.name }) : criteriaParams(search.criteria)
  if (search.by === 'filter') params.set('index', String(search.page))
  return `${PATH}?${params}`
}

/** Returns the URL without its page number, which all pages of a search share. */
export const withoutPage = (path: string): string => path.replace(/&index=\d+$/, '')

/** Returns the URL of a search with its filter open, so that the back button of a phone closes the filter. */
export const filterUrl = (search: Search | null): string => {
  const path = searchUrl(search)
  return `${path}${path.includes('?') ? '&' : '?'}filter=open`
}
export const isFilterOpen = (params: URLSearchParams): boolean => params.get('filter') === 'open'
