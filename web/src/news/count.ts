import type { NewsCount } from '@app/contract/news'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { offerNewVersion } from '../lib/release/new-version.ts'
import { getNewsCount } from './count-api.ts'

type Known = Pick<NewsCount, 'seen' | 'newest'>

const NOTHING: Known = { seen: null, newest: [] }

/** The data behind the unread count. Separate from the news store, because every page loads it. */
const useKnown = create<Known>(() => NOTHING)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useKnown.setState(NOTHING)
})

const isNewer = (id: string, seen: string | null): boolean => seen === null || BigInt(id) > BigInt(seen)

const countOf = ({ seen, newest }: Known): number => newest.filter((id) => isNewer(id, seen)).length

export const useNewsCount = (): number => useKnown(countOf)

/** Returns a string that changes when the newest news items change. */
export const useNewestNews = (): string => useKnown(({ newest }) => newest.join())

/** Returns the newer id, so that the last seen id only increases, in any order of pushes. */
const newerId = (one: string | null, other: string | null): string | null =>
  one !== null && isNewer(one, other) ? one : other

export const onNewsCount = ({ seen, newest }: Omit<PushOf<'news:count'>, 'type'>): void =>
  useKnown.setState((known) => ({ seen: newerId(seen, known.seen), newest: newest ?? known.newest }))

/** Loads the count. A push received during the request is newer than its response. */
export async function loadNewsCount(): Promise<void> {
  const login = getSession()?.sessionId
  const before = useKnown.getState().newest
  const { seen, newest, reload } = await getNewsCount()
  if (reload) offerNewVersion()
  if (getSession()?.sessionId === login)
    onNewsCount({ seen, newest: useKnown.getState().newest === before ? newest : null })
}
