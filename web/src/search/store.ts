import type { SearchHint, SearchHit } from '@app/contract/members/profiles'
import { create } from 'zustand'
import { logToServer } from '../lib/feedback/client-log.ts'
import { ApiError, isApiError } from '../lib/http/api-error.ts'
import { findByName } from '../lib/http/hits.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { addressOf, type Search, withoutPage } from './address.ts'
import { findByFilter, getHints } from './api.ts'
import { filterOf } from './criteria.ts'
import { clearPositions } from './scroll-positions.ts'

/** One page of hits. */
export type Page = {
  hits: Loadable<readonly SearchHit[]>
  loadedAt: number
  /** For a search without hits: which criteria to drop. */
  hints: Loadable<readonly SearchHint[]>
}

/** Pages by address. */
type State = { pages: ReadonlyMap<string, Page> }

const EMPTY: State = { pages: new Map() }
const UNKNOWN: Page = { hits: notStarted, loadedAt: 0, hints: notStarted }
const CACHED_PAGES_MAX = 30
/** An older page is reloaded when shown again. */
const FRESH_FOR_MS = 5 * 60_000

export const useSearches = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId === before.session?.sessionId) return
  useSearches.setState(EMPTY)
  clearPositions()
})

const pageAt = (address: string): Page => useSearches.getState().pages.get(address) ?? UNKNOWN

function setPage(address: string, change: Partial<Page>): void {
  const page = { ...pageAt(address), ...change }
  const others = [...useSearches.getState().pages].filter(([other]) => other !== address)
  useSearches.setState({ pages: new Map([...others, [address, page] as const].slice(-CACHED_PAGES_MAX)) })
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
  const address = addressOf(search)
  const login = getSession()?.sessionId
  const apply = (change: (before: Page['hints']) => Page['hints']) =>
    getSession()?.sessionId === login && setPage(address, { hints: change(pageAt(address).hints) })
  apply(loading)
  await getHints(filterOf(search.criteria, 0)).then(
    (hints) => apply(() => loaded(hints)),
    (error: unknown) => apply((before) => failed(before, error)),
  )
}

export async function loadSearch(search: Search): Promise<void> {
  const address = addressOf(search)
  const login = getSession()?.sessionId
  const hasLoggedOut = () => getSession()?.sessionId !== login
  setPage(address, { hits: loading(pageAt(address).hits) })
  try {
    const hits = await requestHits(search)
    if (hasLoggedOut()) return
    setPage(address, { hits: loaded(hits), loadedAt: Date.now() })
    if (hits.length === 0) await loadHints(search)
  } catch (error) {
    logFailure(search, error)
    if (!hasLoggedOut()) setPage(address, { hits: failed(pageAt(address).hits, error) })
  }
}

/** Shows a page of a search from the store, and reloads it if it is stale. */
export async function openSearch(search: Search): Promise<void> {
  const { hits, loadedAt } = pageAt(addressOf(search))
  const isFresh = hits.state === 'loaded' && Date.now() - loadedAt < FRESH_FOR_MS
  if (hits.state !== 'loading' && !isFresh) await loadSearch(search)
}

/** Removes a search's pages, so that a new search starts without hits. */
export function removeSearch(search: Search): void {
  const wanted = withoutPage(addressOf(search))
  const remaining = [...useSearches.getState().pages].filter(([address]) => withoutPage(address) !== wanted)
  useSearches.setState({ pages: new Map(remaining) })
}
