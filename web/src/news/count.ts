import type { NewsCount } from '@app/contract/news'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { offerNewVersion } from '../lib/new-version.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { getNewsCount } from './count-api.ts'

type Known = Pick<NewsCount, 'seen' | 'newest'>

const NOTHING: Known = { seen: null, newest: [] }

/** What the news' number is made of: on every page, so kept apart from the news themselves. */
const useKnown = create<Known>(() => NOTHING)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useKnown.setState(NOTHING)
})

const isNewer = (id: string, seen: string | null): boolean => seen === null || BigInt(id) > BigInt(seen)

const countOf = ({ seen, newest }: Known): number => newest.filter((id) => isNewer(id, seen)).length

export const useNewsCount = (): number => useKnown(countOf)

/** Another text once other news are there. */
export const useNewestNews = (): string => useKnown(({ newest }) => newest.join())

/** What I have seen only grows, in whatever order it is heard. */
const newerId = (one: string | null, other: string | null): string | null =>
  one !== null && isNewer(one, other) ? one : other

export const onNewsCount = ({ seen, newest }: Omit<PushOf<'news:count'>, 'type'>): void =>
  useKnown.setState((known) => ({ seen: newerId(seen, known.seen), newest: newest ?? known.newest }))

/** What is told while the answer is on its way is newer than it. */
export async function loadNewsCount(): Promise<void> {
  const login = getSession()?.sessionId
  const before = useKnown.getState().newest
  const { seen, newest, reload } = await getNewsCount()
  if (reload) offerNewVersion()
  if (getSession()?.sessionId === login)
    onNewsCount({ seen, newest: useKnown.getState().newest === before ? newest : null })
}
