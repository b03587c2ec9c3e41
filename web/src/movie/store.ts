import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import type { Picture } from '@app/contract/media'
import type { MovieEntry } from '@app/contract/movie'
import { create } from 'zustand'
import { compareIds, idAfter, isAfter } from '../conversation/ids.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/loadable.ts'
import { useSessionState } from '../lib/session.ts'
import { deleteEntry, getEntries } from './api.ts'
import { firstOnScreen } from './on-screen.ts'

type Feed = { entries: readonly MovieEntry[]; hasMore: boolean }

type MovieState = {
  feed: Loadable<Feed>
  /** How many of others have come since the feed was loaded. */
  newer: number
  /** Copies on this device of what it has uploaded, by picture: shown until the server's own have come. */
  previews: ReadonlyMap<string, string>
}

const EMPTY: MovieState = { feed: notStarted, newer: 0, previews: new Map() }

export const useMovie = create<MovieState>(() => EMPTY)

/** Another number is another login, or a later question: what was asked for before is worthless then. */
let requestCount = 0
let newest: Id | null = null

/** The newest entry when the feed was loaded; null where there was none. One's own that came later do not move it. */
export const newestLoaded = (): Id | null => newest

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId === before.session?.sessionId) return
  requestCount += 1
  newest = null
  for (const url of useMovie.getState().previews.values()) URL.revokeObjectURL(url)
  useMovie.setState(EMPTY, true)
})

const changeEntries = (change: (entries: readonly MovieEntry[]) => readonly MovieEntry[]): void =>
  useMovie.setState(({ feed }) => ({ feed: mapData(feed, (data) => ({ ...data, entries: change(data.entries) })) }))

export const changeEntry = (id: Id, change: (entry: MovieEntry) => Partial<MovieEntry>): void =>
  changeEntries((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...change(entry) } : entry)))

export const entryOf = (id: Id): MovieEntry | undefined =>
  useMovie.getState().feed.data?.entries.find((entry) => entry.id === id)

/** What I want of an entry and the server does not know yet stays as it is shown here. */
type EntryMapper = (entry: MovieEntry) => MovieEntry
let applyPendingLikes: EntryMapper = (entry) => entry
export const setPendingLikes = (mapper: EntryMapper): void => {
  applyPendingLikes = mapper
}

/** How many answers are on their way, and what went meanwhile, which they may still name. */
let pendingRequests = 0
const removedMeanwhile = new Set<Id>()

async function fetchEntries(before?: Id, limit: number = PAGE_DEFAULT) {
  pendingRequests += 1
  try {
    const page = await getEntries(before, limit)
    const entries = page.filter(({ id }) => !removedMeanwhile.has(id)).map(applyPendingLikes)
    return { entries, isFull: page.length === limit, end: page.at(-1)?.id }
  } finally {
    pendingRequests -= 1
    if (pendingRequests === 0) removedMeanwhile.clear()
  }
}

/** Loads the feed from its beginning. */
export async function loadFeed(): Promise<void> {
  requestCount += 1
  const requestId = requestCount
  useMovie.setState(({ feed }) => ({ feed: loading(feed) }))
  try {
    const { entries, isFull } = await fetchEntries()
    if (requestId !== requestCount) return
    newest = entries[0]?.id ?? null
    useMovie.setState({ feed: loaded({ entries, hasMore: isFull }), newer: 0 })
  } catch (error) {
    if (requestId === requestCount) useMovie.setState(({ feed }) => ({ feed: failed(feed, error) }))
  }
}

async function loadNextPage(): Promise<void> {
  const { data } = useMovie.getState().feed
  const last = data?.entries.at(-1)
  if (!data?.hasMore || !last) return
  const requestId = requestCount
  const { entries: more, isFull } = await fetchEntries(last.id)
  if (requestId !== requestCount) return
  useMovie.setState(({ feed }) => ({
    feed: mapData(feed, ({ entries }) => {
      const known = new Set(entries.map(({ id }) => id))
      return { entries: [...entries, ...more.filter(({ id }) => !known.has(id))], hasMore: isFull }
    }),
  }))
}

let loadingMore: Promise<void> | null = null

/** The page after the last entry, once whoever asks for it; throws when it could not be fetched. */
export function loadMore(): Promise<void> {
  loadingMore ??= loadNextPage().finally(() => {
    loadingMore = null
  })
  return loadingMore
}

const newestFirst = (one: MovieEntry, other: MovieEntry): number => compareIds(other.id, one.id)

/** So many that stand above what is seen are asked for with it. */
const CONTEXT_ABOVE = 20

/**
 * What is shown, from a little above what is seen as far as one answer goes, as it is now and under addresses that still
 * lead to it: gone is what is gone, nothing comes in above or below. What lies further off waits until it is seen: its
 * addresses break then. When it fails, what is shown stays.
 */
export async function refreshFeed(): Promise<void> {
  const entries = useMovie.getState().feed.data?.entries ?? []
  const firstVisible = firstOnScreen()
  const firstVisibleIndex = entries.findIndex(({ id }) => id === firstVisible)
  const [first, last] = [entries[Math.max(0, firstVisibleIndex - CONTEXT_ABOVE)], entries.at(-1)]
  if (!first || !last) return loadFeed()
  const requestId = requestCount
  const refreshed = await fetchEntries(idAfter(first.id), PAGE_MAX).catch(() => null)
  if (!refreshed || requestId !== requestCount) return
  const end = refreshed.isFull && refreshed.end && isAfter(refreshed.end, last.id) ? refreshed.end : last.id
  const isInRange = ({ id }: MovieEntry) => !isAfter(id, first.id) && !isAfter(end, id)
  const rangeIds = new Set(entries.filter(isInRange).map(({ id }) => id))
  const isNew = ({ id, mine }: MovieEntry) => !mine && newest !== null && isAfter(id, newest)
  const remaining = refreshed.entries.filter((entry) => isInRange(entry) && !isNew(entry))
  changeEntries((now) => [...now.filter(({ id }) => !rangeIds.has(id)), ...remaining].sort(newestFirst))
}

/** Mine, at the top, with the copy of its picture that this device has. */
export function addOwn(entry: MovieEntry, preview: string): void {
  useMovie.setState(({ previews }) => ({ previews: new Map(previews).set(entry.photo.id, preview) }))
  changeEntries((entries) => [entry, ...entries.filter(({ id }) => id !== entry.id)])
}

/** A picture of mine is drawn, or could not be. */
export const onPicture = (photo: Picture): void =>
  changeEntries((entries) =>
    entries.map((entry) => (entry.photo.id === photo.id ? { ...entry, photo, image: photo.url } : entry)),
  )

export function onRemoved(id: Id): void {
  if (pendingRequests > 0) removedMeanwhile.add(id)
  changeEntries((entries) => entries.filter((entry) => entry.id !== id))
}

/** Throws when that fails. */
export async function removeEntry(id: Id): Promise<void> {
  await deleteEntry(id)
  onRemoved(id)
}
