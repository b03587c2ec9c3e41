import type { NewsCount } from '@app/contract/news'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { offerNewVersion } from '../lib/release/new-version.ts'
import { getNewsCount } from './count-api.ts'

type CountData = Pick<NewsCount, 'seen' | 'newest'>

const NO_DATA: CountData = { seen: null, newest: [] }

/** The data behind the unread count. Separate from the news store, because every page loads it. */
const useCountData = create<CountData>(() => NO_DATA)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useCountData.setState(NO_DATA)
})

const isNewer = (id: string, seen: string | null): boolean => seen === null || BigInt(id) > BigInt(seen)

const countOf = ({ seen, newest }: CountData): number => newest.filter((id) => isNewer(id, seen)).length

export const useNewsCount = (): number => useCountData(countOf)

/** Returns a string that changes when the newest news items change. */
export const useNewestNews = (): string => useCountData(({ newest }) => newest.join())

/** Returns the newer id, so that the last seen id only increases, regardless of the order of the pushes. */
const newerId = (a: string | null, b: string | null): string | null => (a !== null && isNewer(a, b) ? a : b)

export const onNewsCount = ({ seen, newest }: Omit<PushOf<'news:count'>, 'type'>): void =>
  useCountData.setState((current) => ({ seen: newerId(seen, current.seen), newest: newest ?? current.newest }))

/** Loads the count. A push received during the request is newer than its response. */
export async function loadNewsCount(): Promise<void> {
  const sessionId = getSession()?.sessionId
  const previous = useCountData.getState().newest
  const { seen, newest, reload } = await getNewsCount()
  if (reload) offerNewVersion()
  if (getSession()?.sessionId === sessionId)
    onNewsCount({ seen, newest: useCountData.getState().newest === previous ? newest : null })
}
