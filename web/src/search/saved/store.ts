import type { Id } from '@app/contract/base'
import type { ChangeSavedSearch, SavedSearch, SaveSearch } from '@app/contract/members/saved-searches'
import { create } from 'zustand'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { loadInSession } from '../../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../../lib/http/loadable.ts'
import { getSession, inSession, useSessionState } from '../../lib/http/session.ts'
import { getSearches, postChange, postDeletion, postOpened, postSearch } from './api.ts'

type State = { searches: Loadable<readonly SavedSearch[]> }

const EMPTY: State = { searches: notStarted }

/** The member's saved searches, oldest first. */
export const useSavedSearches = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useSavedSearches.setState(EMPTY)
})

export const loadSavedSearches = (): Promise<void> =>
  loadInSession<readonly SavedSearch[]>(getSearches, (change) =>
    useSavedSearches.setState(({ searches }) => ({ searches: change(searches) })),
  )

/** Reloads the list if it was loaded before in this session. */
export const onSearchesChanged = (): void => {
  if (useSavedSearches.getState().searches.state !== 'notStarted') void loadSavedSearches()
}

type List = readonly SavedSearch[]

function changeList(sessionId: string | undefined, change: (searches: List) => List): void {
  if (getSession()?.sessionId !== sessionId) return
  useSavedSearches.setState(({ searches }) => ({ searches: mapData(searches, change) }))
}

const replace = (changed: SavedSearch) => (searches: List) =>
  searches.map((search) => (search.id === changed.id ? changed : search))

const withChange = (id: Id, change: Partial<SavedSearch>) => (searches: List) =>
  searches.map((search) => (search.id === id ? { ...search, ...change } : search))

export async function saveSearch(search: SaveSearch): Promise<void> {
  const sessionId = getSession()?.sessionId
  const saved = await postSearch(search)
  changeList(sessionId, (searches) => [...searches.filter(({ id }) => id !== saved.id), saved])
}

export async function changeSearch(id: Id, change: ChangeSavedSearch): Promise<void> {
  const sessionId = getSession()?.sessionId
  changeList(sessionId, replace(await postChange(id, change)))
}

/** Adds a search to the digest or removes it, optimistically; rolls back with a toast when the server rejects it. */
export async function setInDigest(id: Id, inDigest: boolean): Promise<void> {
  const sessionId = getSession()?.sessionId
  changeList(sessionId, withChange(id, { inDigest }))
  const onRejected = inSession((error: unknown) => {
    changeList(sessionId, withChange(id, { inDigest: !inDigest }))
    showErrorToast(error)
  })
  await postChange(id, { inDigest }).catch(onRejected)
}

/** Resets the count of new members of a search that the member opens. If that fails, the next load shows it again. */
export function resetCount(id: Id): void {
  changeList(getSession()?.sessionId, withChange(id, { newCount: 0 }))
  void postOpened(id).catch(() => undefined)
}

export async function deleteSearch(id: Id): Promise<void> {
  const sessionId = getSession()?.sessionId
  await postDeletion(id)
  changeList(sessionId, (searches) => searches.filter((search) => search.id !== id))
}
