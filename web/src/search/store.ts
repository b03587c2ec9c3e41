import type { SearchHint, SearchHit } from '@app/contract/members/profiles'
import { create } from 'zustand'
import { logToServer } from '../lib/feedback/client-log.ts'
import { ApiError, isApiError } from '../lib/http/api-error.ts'
import { findByName } from '../lib/http/hits.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { findByFilter, getHints } from './api.ts'
import { filterOf } from './criteria.ts'
import { clearPositions } from './scroll-positions.ts'
import { type Search, searchUrl, withoutPage } from './urls.ts'

/** One page of hits. */
export type Page = {
  hits: Loadable<readonly SearchHit[]>
  loadedAt: number
  /** For a search without hits: which criteria to drop. */
  hints: Loadable<readonly SearchHint[]>
}

/** Pages by path. */
type State = { pages: ReadonlyMap<string, Page> }

const EMPTY: State = { pages: new Map() }
const UNKNOWN: Page = { hits: notStarted, loadedAt: 0, hints: notStarted }
const CACHED_PAGES_MAX = 30
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

const requestHits = (search: Search): Promise<SearchHit[]> =>
  search.by === 'name' ? findByName(search.name) : findByFilter(filterOf(search.criteria, search.page))

function logFailure(search: Search, error: unknown): void {
  if (isApiError(error, 'PLEASE_LOGIN')) return
  const reason = error instanceof ApiError ? error.code : String(error)
  logToServer('warn', search.by === 'name' ? 'Profile search by name' : 'Profile search by filter', reason)
}

/** Loads the criteria to drop from a search without hits. */
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

export async function loadSearch(search: Search): Promise<void> {
  const path = searchUrl(search)
  const sessionId = getSession()?.sessionId
  const hasLoggedOut = () => getSession()?.sessionId !== sessionId
  setPage(path, { hits: loading(pageAt(path).hits) })
  try {
    const hits = await requestHits(search)
    if (hasLoggedOut()) return
    setPage(path, { hits: loaded(hits), loadedAt: Date.now() })
    if (hits.length === 0) await loadHints(search)
  } catch (error) {
    logFailure(search, error)
    if (!hasLoggedOut()) setPage(path, { hits: failed(pageAt(path).hits, error) })
  }
}

/** Shows a page of a search from the store, and reloads it if it is stale. */
export async function openSearch(search: Search): Promise<void> {
  const { hits, loadedAt } = pageAt(searchUrl(search))
  const isFresh = hits.state === 'loaded' && Date.now() - loadedAt < FRESH_FOR_MS
  if (hits.state !== 'loading' && !isFresh) await loadSearch(search)
}

/** Removes a search's pages, so that a new search starts without hits. */
export function removeSearch(search: Search): void {
  const removedPath = withoutPage(searchUrl(search))
  const remaining = [...useSearches.getState().pages].filter(([path]) => withoutPage(path) !== removedPath)
  useSearches.setState({ pages: new Map(remaining) })
}
