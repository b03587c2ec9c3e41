import { SEARCH_PAGE_SIZE } from '@app/contract/limits'
import type { SearchHint, SearchHit } from '@app/contract/members/profiles'
import { create } from 'zustand'
import { logToServer } from '../lib/feedback/client-log.ts'
import { ApiError, isApiError } from '../lib/http/api-error.ts'
import { findByName } from '../lib/http/hits.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { countHits, findByFilter, getHints } from './api.ts'
import { filterOf, type SearchCriteria } from './filter/criteria.ts'
import { clearPositions } from './scroll-positions.ts'
import { type Search, searchUrl, withoutPage } from './urls.ts'

/** One page of hits. */
export type Page = {
  hits: Loadable<readonly SearchHit[]>
  loadedAt: number
  /** For a search without hits: the criteria whose removal would give hits. */
  hints: Loadable<readonly SearchHint[]>
}

/** The number of hits on all pages of a search; null if it could not be counted. */
type Count = { hits: number | null; countedAt: number }

/** Pages by path, and counts by path without page. */
type State = { pages: ReadonlyMap<string, Page>; counts: ReadonlyMap<string, Count> }

const EMPTY: State = { pages: new Map(), counts: new Map() }
const UNKNOWN: Page = { hits: notStarted, loadedAt: 0, hints: notStarted }
const CACHED_PAGES_MAX = 30
const CACHED_COUNTS_MAX = 60
/** An older page is reloaded when shown again. */
const FRESH_FOR_MS = 5 * 60_000

export const useSearches = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  useSearches.setState(EMPTY)
  clearPositions()
})

const pageAt = (path: string): Page => useSearches.getState().pages.get(path) ?? UNKNOWN

function setPage(path: string, change: Partial<Page>): void {
  const page = { ...pageAt(path), ...change }
  const others = [...useSearches.getState().pages].filter(([other]) => other !== path)
  useSearches.setState({ pages: new Map([...others, [path, page] as const].slice(-CACHED_PAGES_MAX)) })
}

const countPath = (criteria: SearchCriteria): string => withoutPage(searchUrl({ by: 'filter', criteria, page: 0 }))

function setCount(criteria: SearchCriteria, hits: number | null): void {
  const path = countPath(criteria)
  const others = [...useSearches.getState().counts].filter(([other]) => other !== path)
  const counts = [...others, [path, { hits, countedAt: Date.now() }] as const]
  useSearches.setState({ counts: new Map(counts.slice(-CACHED_COUNTS_MAX)) })
}

const isCounted = (count: Count | undefined): count is Count & { hits: number } =>
  count !== undefined && count.hits !== null && Date.now() - count.countedAt < FRESH_FOR_MS

/** Returns the number of hits of a search, if it was counted recently. */
export function getCount(criteria: SearchCriteria): number | null {
  const count = useSearches.getState().counts.get(countPath(criteria))
  return isCounted(count) ? count.hits : null
}

/** Counts the hits of criteria that are not submitted yet. Rejects without a retry, because they may change again. */
export async function countDraft(criteria: SearchCriteria, signal: AbortSignal): Promise<number> {
  const sessionId = getSession()?.sessionId
  const { hits } = await countHits(filterOf(criteria, 0), signal)
  if (getSession()?.sessionId === sessionId) setCount(criteria, hits)
  return hits
}

/** Stores the number of hits of a search. Requests it after a full page, which more hits may follow. */
async function updateCount({ criteria, page }: Extract<Search, { by: 'filter' }>, hits: number): Promise<void> {
  if (hits < SEARCH_PAGE_SIZE) {
    // An empty page after the last one does not mean that the pages before it are empty.
    if (hits > 0 || page === 0) setCount(criteria, page * SEARCH_PAGE_SIZE + hits)
    return
  }
  if (getCount(criteria) !== null) return
  const sessionId = getSession()?.sessionId
  const count = await countHits(filterOf(criteria, 0)).then(
    (counted) => counted.hits,
    () => null,
  )
  if (getSession()?.sessionId === sessionId) setCount(criteria, count)
}

const requestHits = (search: Search): Promise<SearchHit[]> =>
  search.by === 'name' ? findByName(search.name) : findByFilter(filterOf(search.criteria, search.page))

function logFailure(search: Search, error: unknown): void {
  if (isApiError(error, 'PLEASE_LOGIN')) return
  const reason = error instanceof ApiError ? error.code : String(error)
  logToServer('warn', search.by === 'name' ? 'Profile search by name' : 'Profile search by filter', reason)
}

/** Loads the criteria whose removal would give hits, for a search without hits. */
export async function loadHints(search: Search): Promise<void> {
  if (search.by === 'name' || search.page > 0) return
  const path = searchUrl(search)
  const sessionId = getSession()?.sessionId
  const apply = (change: (before: Page['hints']) => Page['hints']) =>
    getSession()?.sessionId === sessionId && setPage(path, { hints: change(pageAt(path).hints) })
  apply(loading)
  await getHints(filterOf(search.criteria, 0)).then(
    (hints) => apply(() => loaded(hints)),
    (error: unknown) => apply((previous) => failed(previous, error)),
  )
}

/** Loads a page of hits. Returns their number; null after a failure or a logout. */
async function loadHits(search: Search): Promise<number | null> {
  const path = searchUrl(search)
  const sessionId = getSession()?.sessionId
  const hasLoggedOut = () => getSession()?.sessionId !== sessionId
  setPage(path, { hits: loading(pageAt(path).hits) })
  try {
    const hits = await requestHits(search)
    if (hasLoggedOut()) return null
    setPage(path, { hits: loaded(hits), loadedAt: Date.now() })
    return hits.length
  } catch (error) {
    logFailure(search, error)
    if (!hasLoggedOut()) setPage(path, { hits: failed(pageAt(path).hits, error) })
    return null
  }
}

/**
 * Loads the data shown with a page of hits: their number on all pages, and for a search without hits its hints.
 */
async function loadCountAndHints(search: Search, hits: number): Promise<void> {
  if (search.by === 'filter') await updateCount(search, hits)
  if (hits === 0) await loadHints(search)
}

export async function loadSearch(search: Search): Promise<void> {
  const hits = await loadHits(search)
  if (hits !== null) await loadCountAndHints(search, hits)
}

const isFresh = ({ hits, loadedAt }: Page): boolean => hits.state === 'loaded' && Date.now() - loadedAt < FRESH_FOR_MS

/** Shows a page of a search from the store, and reloads it if it is stale. */
export async function openSearch(search: Search): Promise<void> {
  const page = pageAt(searchUrl(search))
  if (page.hits.state !== 'loading' && !isFresh(page)) await loadSearch(search)
}

/**
 * Loads searches one after the other until one has hits or fails, and returns that one; the first one if none has hits.
 * Returns null after a logout.
 */
export async function findFirstWithHits(searches: readonly Search[]): Promise<Search | null> {
  for (const search of searches) {
    const path = searchUrl(search)
    if (!isFresh(pageAt(path))) await loadHits(search)
    const { hits } = pageAt(path)
    if (hits.state === 'notStarted') return null
    if (hits.state === 'failed') return search
    if (hits.data && hits.data.length > 0) {
      void loadCountAndHints(search, hits.data.length)
      return search
    }
  }
  const [first] = searches
  if (first) void loadCountAndHints(first, 0)
  return first ?? null
}

/** Returns the number of hits of a search: null if it could not be counted, undefined before. */
export const useCount = (search: Search | null): number | null | undefined =>
  useSearches(({ counts }) => (search?.by === 'filter' ? counts.get(countPath(search.criteria))?.hits : undefined))

/** Removes a search's pages, so that a new search starts without hits. */
export function removeSearch(search: Search): void {
  const removedPath = withoutPage(searchUrl(search))
  const remaining = [...useSearches.getState().pages].filter(([path]) => withoutPage(path) !== removedPath)
  useSearches.setState({ pages: new Map(remaining) })
}

/** Removes a blocked member from all hits, and from the counts of their searches. */
export function removeHits(userName: string): void {
  const { pages, counts } = useSearches.getState()
  const found = [...pages].filter(([, { hits }]) => hits.data?.some((hit) => hit.userName === userName))
  const paths = new Set(found.map(([path]) => withoutPage(path)))
  const without = (page: Page): Page => ({
    ...page,
    hits: mapData(page.hits, (hits) => hits.filter((hit) => hit.userName !== userName)),
  })
  useSearches.setState({
    pages: new Map([...pages].map(([path, page]) => [path, without(page)])),
    counts: new Map(
      [...counts].map(([path, count]) => [
        path,
        paths.has(path) && count.hits ? { ...count, hits: count.hits - 1 } : count,
      ]),
    ),
  })
}
