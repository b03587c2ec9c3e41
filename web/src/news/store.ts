import type { Id } from '@app/contract/base'
import { PAGE_MAX } from '@app/contract/limits'
import type { NewsItem, PublishNews } from '@app/contract/news'
import { create } from 'zustand'
import { isApiError } from '../lib/api-error.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/loadable.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { showErrorToast } from '../lib/toasts.ts'
import { getNews, postDelete, postKiss, postNews } from './api.ts'
import { onNewsCount } from './count.ts'

/** News are whole texts, so fewer stand on a page than in other lists. */
const PAGE = 20

type NewsList = { items: readonly NewsItem[]; hasMore: boolean }

export const useNews = create<{ list: Loadable<NewsList> }>(() => ({ list: notStarted }))

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useNews.setState({ list: notStarted })
})

/** Whatever is asked for later makes an answer that comes after it worthless. */
let latest = 0

function asking(): (change: (list: Loadable<NewsList>) => Loadable<NewsList>) => boolean {
  latest += 1
  const [mine, login] = [latest, getSession()?.sessionId]
  return (change) => {
    if (mine !== latest || getSession()?.sessionId !== login) return false
    useNews.setState(({ list }) => ({ list: change(list) }))
    return true
  }
}

/** Loads the list from its beginning, as much of it as stands there already; by that its newest are seen. */
export async function loadNews(): Promise<void> {
  const shown = useNews.getState().list.data?.items.length ?? 0
  const limit = Math.min(Math.max(shown, PAGE), PAGE_MAX)
  const apply = asking()
  apply(loading)
  try {
    const items = await getNews({ limit })
    const newest = items[0]
    if (apply(() => loaded({ items, hasMore: items.length === limit })) && newest)
      onNewsCount({ seen: newest.id, newest: null })
  } catch (error) {
    apply((list) => failed(list, error))
  }
}

let growing = false

/** The page after the last news; throws when it could not be fetched. */
export async function loadMoreNews(): Promise<void> {
  const before = useNews.getState().list.data?.items.at(-1)?.id
  if (!before || growing) return
  growing = true
  const apply = asking()
  try {
    const more = await getNews({ before, limit: PAGE })
    const hasMore = more.length === PAGE
    apply((list) => mapData(list, ({ items }) => ({ items: [...items, ...more], hasMore })))
  } finally {
    growing = false
  }
}

const changeItems = (change: (items: readonly NewsItem[]) => readonly NewsItem[]): void =>
  useNews.setState(({ list }) => ({ list: mapData(list, (data) => ({ ...data, items: change(data.items) })) }))

export const changeItem = (id: Id, change: (item: NewsItem) => Partial<NewsItem>): void =>
  changeItems((items) => items.map((item) => (item.id === id ? { ...item, ...change(item) } : item)))

/** Says what went wrong with news that are on show; those that are gone go. */
export function refuse(id: Id, error: unknown): void {
  if (isApiError(error, 'NOT_FOUND')) changeItems((items) => items.filter((item) => item.id !== id))
  showErrorToast(error)
}

/** Shown at once; taken back with a word of explanation when the server refuses. */
export async function kissNews(id: Id): Promise<void> {
  changeItem(id, ({ kisses }) => ({ iKissed: true, kisses: kisses + 1 }))
  await postKiss(id).catch((error: unknown) => {
    changeItem(id, ({ kisses }) => ({ iKissed: false, kisses: kisses - 1 }))
    refuse(id, error)
  })
}

/** Throws what the server refuses. */
export async function publishNews(news: PublishNews): Promise<void> {
  const item = await postNews(news)
  changeItems((items) => [item, ...items.filter(({ id }) => id !== item.id)])
}

/** Gone already is as it should be. Throws whatever else goes wrong. */
export async function deleteNews(id: Id): Promise<void> {
  await postDelete(id).catch((error: unknown) => {
    if (!isApiError(error, 'NOT_FOUND')) throw error
  })
  changeItems((items) => items.filter((item) => item.id !== id))
}
