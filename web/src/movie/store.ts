import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import type { Picture } from '@app/contract/media'
import type { MovieEntry } from '@app/contract/movie'
import { create } from 'zustand'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/loadable.ts'
import { useSessionState } from '../lib/session.ts'
import { deleteEntry, getEntries } from './api.ts'

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
let questions = 0
let newest: Id | null = null

/** The newest entry when the feed was loaded; null where there was none. One's own that came later do not move it. */
export const newestLoaded = (): Id | null => newest

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId === before.session?.sessionId) return
  questions += 1
  newest = null
  for (const url of useMovie.getState().previews.values()) URL.revokeObjectURL(url)
  useMovie.setState(EMPTY, true)
})

const changeEntries = (change: (entries: readonly MovieEntry[]) => readonly MovieEntry[]): void =>
  useMovie.setState(({ feed }) => ({ feed: mapData(feed, (data) => ({ ...data, entries: change(data.entries) })) }))

export const changeEntry = (id: Id, change: (entry: MovieEntry) => Partial<MovieEntry>): void =>
  changeEntries((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...change(entry) } : entry)))

const withoutEntry = (id: Id): void => changeEntries((entries) => entries.filter((entry) => entry.id !== id))

export const entryOf = (id: Id): MovieEntry | undefined =>
  useMovie.getState().feed.data?.entries.find((entry) => entry.id === id)

/** What I want of an entry and the server does not know yet stays as it is shown here. */
type Keep = (entry: MovieEntry) => MovieEntry
let keepWishes: Keep = (entry) => entry
export const setWishes = (keep: Keep): void => {
  keepWishes = keep
}

/** Loads the feed from its beginning. */
export async function loadFeed(): Promise<void> {
  questions += 1
  const question = questions
  useMovie.setState(({ feed }) => ({ feed: loading(feed) }))
  try {
    const entries = await getEntries()
    if (question !== questions) return
    newest = entries[0]?.id ?? null
    const hasMore = entries.length === PAGE_DEFAULT
    useMovie.setState({ feed: loaded({ entries: entries.map(keepWishes), hasMore }), newer: 0 })
  } catch (error) {
    if (question === questions) useMovie.setState(({ feed }) => ({ feed: failed(feed, error) }))
  }
}

let growing = false

/** The page after the last entry; throws when it could not be fetched. */
export async function loadMore(): Promise<void> {
  const { data } = useMovie.getState().feed
  const last = data?.entries.at(-1)
  if (!data?.hasMore || !last || growing) return
  growing = true
  const question = questions
  try {
    const more = await getEntries(last.id)
    if (question !== questions) return
    useMovie.setState(({ feed }) => ({
      feed: mapData(feed, ({ entries }) => {
        const known = new Set(entries.map(({ id }) => id))
        return {
          entries: [...entries, ...more.filter(({ id }) => !known.has(id))],
          hasMore: more.length === PAGE_DEFAULT,
        }
      }),
    }))
  } finally {
    growing = false
  }
}

const after = (id: Id): Id => String(BigInt(id) + 1n)

const newestFirst = (one: MovieEntry, other: MovieEntry): number => (BigInt(one.id) < BigInt(other.id) ? 1 : -1)

/** Everything from this entry to that one, as it is now. */
async function fetchAgain(first: Id, last: Id): Promise<MovieEntry[]> {
  const found: MovieEntry[] = []
  let before = after(first)
  for (;;) {
    const page = await getEntries(before, PAGE_MAX)
    found.push(...page.filter(({ id }) => BigInt(id) >= BigInt(last)))
    const end = page.at(-1)
    if (!end || page.length < PAGE_MAX || BigInt(end.id) <= BigInt(last)) return found
    before = end.id
  }
}

/**
 * What is shown, as it is now, under addresses that still lead to it: gone is what is gone, nothing comes in above or below.
 * When it fails, what is shown stays.
 */
export async function refreshFeed(): Promise<void> {
  const entries = useMovie.getState().feed.data?.entries ?? []
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return loadFeed()
  const question = questions
  const again = await fetchAgain(first.id, last.id).catch(() => null)
  if (!again || question !== questions) return
  const asked = new Set(entries.map(({ id }) => id))
  const isNew = ({ id, mine }: MovieEntry) => !mine && newest !== null && BigInt(id) > BigInt(newest)
  const still = again.filter((entry) => !isNew(entry)).map(keepWishes)
  changeEntries((now) => [...now.filter(({ id }) => !asked.has(id)), ...still].sort(newestFirst))
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

export const onGone = (id: Id): void => withoutEntry(id)

/** Throws when that fails. */
export async function removeEntry(id: Id): Promise<void> {
  await deleteEntry(id)
  withoutEntry(id)
}
