import { SEARCH_PAGE_MAX } from '@app/contract/limits'
import { PersonSelection, SearchFilter } from '@app/contract/profiles'
import { FRESH_WISH, filterOf, freshPersons, type ProfileType, SEXES_OF, type Wish } from './wishes.ts'

/** A search as its address says it. */
export type Search = { by: 'name'; name: string } | { by: 'filter'; wish: Wish; page: number }

const PATH = '/profilelist'

const isType = (text: string | null): text is ProfileType => text !== null && Object.hasOwn(SEXES_OF, text)

/** '30-55'; what is left out has no bound. */
const AGES = /^(\d{0,3})-(\d{0,3})$/

function personIn(params: URLSearchParams, place: number, fresh: PersonSelection): PersonSelection {
  const ages = AGES.exec(params.get(`age${place}`) ?? '')
  const orientations = params.get(`orientation${place}`)
  const judged = PersonSelection.safeParse({
    sex: fresh.sex,
    orientations: orientations ? orientations.split('.') : [],
    minAge: ages ? Number(ages[1]) : fresh.minAge,
    maxAge: ages ? Number(ages[2]) : fresh.maxAge,
  })
  return judged.success ? judged.data : fresh
}

function wishIn(params: URLSearchParams, type: ProfileType): Wish {
  const days = Number(params.get('days'))
  return {
    ...FRESH_WISH,
    type,
    persons: freshPersons(type).map((fresh, index) => personIn(params, index + 1, fresh)),
    cities: params.getAll('city'),
    onlyWithPhoto: params.has('photo'),
    verified: params.has('verified'),
    activeWithinDays: Number.isInteger(days) && days > 0 ? days : null,
  }
}

const pageIn = (index: number): number => (Number.isInteger(index) && index > 0 && index <= SEARCH_PAGE_MAX ? index : 0)

/** The search that an address names; null where it names none, or none that can be made. */
export function searchIn(params: URLSearchParams): Search | null {
  const name = params.get('name')?.trim()
  if (name) return { by: 'name', name }
  const type = params.get('type')
  if (!isType(type)) return null
  const wish = wishIn(params, type)
  const page = pageIn(Number(params.get('index')))
  return SearchFilter.safeParse(filterOf(wish, page)).success ? { by: 'filter', wish, page } : null
}

function writePerson(params: URLSearchParams, place: number, person: PersonSelection, fresh: PersonSelection): void {
  const { orientations, minAge, maxAge } = person
  if (orientations.length > 0) params.set(`orientation${place}`, orientations.join('.'))
  if (minAge !== fresh.minAge || maxAge !== fresh.maxAge) params.set(`age${place}`, `${minAge || ''}-${maxAge || ''}`)
}

function paramsOfWish(wish: Wish): URLSearchParams {
  const params = new URLSearchParams({ type: wish.type })
  const fresh = freshPersons(wish.type)
  wish.persons.forEach((person, index) => {
    const usual = fresh[index]
    if (usual) writePerson(params, index + 1, person, usual)
  })
  for (const city of wish.cities) params.append('city', city)
  if (wish.onlyWithPhoto) params.set('photo', '1')
  if (wish.verified) params.set('verified', '1')
  if (wish.activeWithinDays) params.set('days', String(wish.activeWithinDays))
  return params
}

/** Where a search is shown. Its first page is the one that `index` leaves out or calls 0. */
export function addressOf(search: Search | null): string {
  if (!search) return PATH
  const params = search.by === 'name' ? new URLSearchParams({ name: search.name }) : paramsOfWish(search.wish)
  if (search.by === 'filter') params.set('index', String(search.page))
  return `${PATH}?${params}`
}

/** What the pages of one search have in common. */
export const withoutPage = (address: string): string => address.replace(/&index=\d+$/, '')

/** On a phone the form stands on a page of its own, with the search behind it. */
export const formAddressOf = (search: Search | null): string => {
  const address = addressOf(search)
  return `${address}${address.includes('?') ? '&' : '?'}filter=open`
}
export const isFormOpen = (params: URLSearchParams): boolean => params.get('filter') === 'open'
