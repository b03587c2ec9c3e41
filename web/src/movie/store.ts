import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import type { Picture } from '@app/contract/media'
import type { MovieEntry } from '@app/contract/movie'
import { create } from 'zustand'
import { compareIds, idAfter, isAfter } from '../conversation/ids.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
import { getEntries, postDeletion } from './api.ts'
import { findFirstVisibleId } from './on-screen.ts'

type Feed = { entries: readonly MovieEntry[]; hasMore: boolean }

/** A local copy of a cropped photo: its object URL, and its width divided by its height. */
export type Preview = { url: string; ratio: number }

type MovieState = {
  feed: Loadable<Feed>
  /** The number of entries by other members that are newer than the loaded feed. */
  newEntryCount: number
  /** Local previews of uploaded photos by photo id, shown until the server's variants are ready. */
  previews: ReadonlyMap<string, Preview>
}

const EMPTY: MovieState = { feed: notStarted, newEntryCount: 0, previews: new Map() }

export const useMovie = create<MovieState>(() => EMPTY)

/** Increments with each session and each load of the first page, so that responses to earlier requests are dropped. */
let requestCount = 0
let newestId: Id | null = null

/**
 * Returns the id of the newest entry when the feed was last loaded; null if there was none. The member's own later
 * entries do not change it.
 */
export const getNewestLoadedId = (): Id | null => newestId

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  requestCount += 1
  newestId = null
  loadingMore = null
  for (const { url } of useMovie.getState().previews.values()) URL.revokeObjectURL(url)
  useMovie.setState(EMPTY, true)
})

const changeEntries = (change: (entries: readonly MovieEntry[]) => readonly MovieEntry[]): void =>
  useMovie.setState(({ feed }) => ({ feed: mapData(feed, (data) => ({ ...data, entries: change(data.entries) })) }))

export const changeEntry = (id: Id, change: (entry: MovieEntry) => Partial<MovieEntry>): void =>
  changeEntries((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...change(entry) } : entry)))

export const entryOf = (id: Id): MovieEntry | undefined =>
  useMovie.getState().feed.data?.entries.find((entry) => entry.id === id)

/** Applies the member's likes in flight to entries from the server. */
type EntryMapper = (entry: MovieEntry) => MovieEntry
let applyPendingLikes: EntryMapper = (entry) => entry
export const setPendingLikes = (mapper: EntryMapper): void => {
  applyPendingLikes = mapper
}

/** The number of requests in flight, and the entries removed since, which their responses may still contain. */
let pendingRequests = 0
const removedDuringRequests = new Set<Id>()

async function fetchEntries(before?: Id, limit: number = PAGE_DEFAULT) {
  pendingRequests += 1
  try {
    const page = await getEntries(before, limit)
    const entries = page.filter(({ id }) => !removedDuringRequests.has(id)).map(applyPendingLikes)
    return { entries, isFull: page.length === limit, lastId: page.at(-1)?.id }
  } finally {
    pendingRequests -= 1
    if (pendingRequests === 0) removedDuringRequests.clear()
  }
}

/** Loads the first page of the feed. */
export async function loadFeed(): Promise<void> {
  requestCount += 1
  const requestId = requestCount
  useMovie.setState(({ feed }) => ({ feed: loading(feed) }))
  try {
    const { entries, isFull } = await fetchEntries()
    if (requestId !== requestCount) return
    newestId = entries[0]?.id ?? null
    useMovie.setState({ feed: loaded({ entries, hasMore: isFull }), newEntryCount: 0 })
  } catch (error) {
    if (requestId === requestCount) useMovie.setState(({ feed }) => ({ feed: failed(feed, error) }))
  }
}

async function loadNextPage(): Promise<void> {
  const { data } = useMovie.getState().feed
  const last = data?.entries.at(-1)
  if (!data?.hasMore || !last) return
  const requestId = requestCount
  const { entries: olderEntries, isFull } = await fetchEntries(last.id)
  if (requestId !== requestCount) return
  useMovie.setState(({ feed }) => ({
    feed: mapData(feed, ({ entries }) => {
      const loadedIds = new Set(entries.map(({ id }) => id))
      return { entries: [...entries, ...olderEntries.filter(({ id }) => !loadedIds.has(id))], hasMore: isFull }
    }),
  }))
}

let loadingMore: Promise<void> | null = null

/** Loads the page after the last entry; concurrent callers share one request. Throws when it fails. */
export function loadMore(): Promise<void> {
  if (loadingMore) return loadingMore
  const load = loadNextPage().finally(() => {
    if (loadingMore === load) loadingMore = null
  })
  loadingMore = load
  return load
}

const compareNewestFirst = (a: MovieEntry, b: MovieEntry): number => compareIds(b.id, a.id)

/** The number of entries above the first visible one that are refreshed along with it. */
const CONTEXT_ABOVE = 20

/**
 * Refreshes the visible entries, from a little above the viewport to the end of one page, with current data and newly
 * signed URLs. Removes deleted entries and adds none above or below. Entries further away are refreshed when they come
 * into view, because their URLs have expired by then. After a failure the feed stays unchanged.
 */
export async function refreshFeed(): Promise<void> {
  const entries = useMovie.getState().feed.data?.entries ?? []
  const firstVisible = findFirstVisibleId()
  const firstVisibleIndex = entries.findIndex(({ id }) => id === firstVisible)
  const [first, last] = [entries[Math.max(0, firstVisibleIndex - CONTEXT_ABOVE)], entries.at(-1)]
  if (!first || !last) return loadFeed()
  const requestId = requestCount
  const refreshed = await fetchEntries(idAfter(first.id), PAGE_MAX).catch(() => null)
  if (!refreshed || requestId !== requestCount) return
  const lastInRange =
    refreshed.isFull && refreshed.lastId && isAfter(refreshed.lastId, last.id) ? refreshed.lastId : last.id
  const isInRange = ({ id }: MovieEntry) => !isAfter(id, first.id) && !isAfter(lastInRange, id)
  const rangeIds = new Set(entries.filter(isInRange).map(({ id }) => id))
  const isNew = ({ id, mine }: MovieEntry) => !mine && newestId !== null && isAfter(id, newestId)
  const remaining = refreshed.entries.filter((entry) => isInRange(entry) && !isNew(entry))
  changeEntries((current) => [...current.filter(({ id }) => !rangeIds.has(id)), ...remaining].sort(compareNewestFirst))
}

/** Adds the member's own new entry at the top, with its local preview. */
export function addOwn(entry: MovieEntry, preview: Preview): void {
  useMovie.setState(({ previews }) => ({ previews: new Map(previews).set(entry.photo.id, preview) }))
  changeEntries((entries) => [entry, ...entries.filter(({ id }) => id !== entry.id)])
}

/** Updates the photo of an entry once it is processed or has failed. */
export const onPicture = (photo: Picture): void =>
  changeEntries((entries) =>
    entries.map((entry) => (entry.photo.id === photo.id ? { ...entry, photo, image: photo.url } : entry)),
  )

export function onDeleted(id: Id): void {
  if (pendingRequests > 0) removedDuringRequests.add(id)
  changeEntries((entries) => entries.filter((entry) => entry.id !== id))
}

/** Deletes an entry; throws when that fails. */
export async function deleteEntry(id: Id): Promise<void> {
  await postDeletion(id)
  onDeleted(id)
}

/** Removes the entries of a blocked member. */
export function removeEntriesOf(userName: string): void {
  const entries = useMovie.getState().feed.data?.entries ?? []
  for (const entry of entries) if (entry.userName === userName) onDeleted(entry.id)
}
