import type { Id } from '@app/contract/base'
import type { NewsItem, PublishNews } from '@app/contract/news'
import { create } from 'zustand'
import { idAfter, isId } from '../conversation/ids.ts'
import { isApiError } from '../lib/api-error.ts'
import { hasSameText } from '../lib/has-same-text.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/loadable.ts'
import { refetchList } from '../lib/refetch-list.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { showErrorToast } from '../lib/toasts.ts'
import { getNews, postDelete, postEdit, postKiss, postNews } from './api.ts'
import { onNewsCount } from './count.ts'

/** News are whole texts, so fewer stand on a page than in other lists. */
const PAGE = 20

type NewsList = { items: readonly NewsItem[]; hasMore: boolean }

type NewsState = {
  list: Loadable<NewsList>
  /** News that an address led to and the list did not hold; null where there are none. */
  opened: { id: Id; found: Loadable<NewsItem | null> } | null
}

const EMPTY: NewsState = { list: notStarted, opened: null }

export const useNews = create<NewsState>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useNews.setState(EMPTY)
})

/** Whatever is asked for later makes an answer that comes after it worthless. */
let lastRequestId = 0

function beginRequest(): (change: (list: Loadable<NewsList>) => Loadable<NewsList>) => boolean {
  lastRequestId += 1
  const [requestId, login] = [lastRequestId, getSession()?.sessionId]
  return (change) => {
    if (requestId !== lastRequestId || getSession()?.sessionId !== login) return false
    useNews.setState(({ list }) => ({ list: change(list) }))
    return true
  }
}

/** Loads the list from its beginning, as much of it as stands there already; by that its newest are seen. */
export async function loadNews(): Promise<void> {
  const shown = useNews.getState().list.data?.items ?? []
  const apply = beginRequest()
  apply(loading)
  try {
    const again = await refetchList(shown, (limit, before) => getNews({ before, limit }), PAGE)
    const newest = again.items[0]
    if (apply(() => loaded(again)) && newest) onNewsCount({ seen: newest.id, newest: null })
  } catch (error) {
    apply((list) => failed(list, error))
  }
}

let loadingMore = false

/** The page after the last news; throws when it could not be fetched. */
export async function loadMoreNews(): Promise<void> {
  const before = useNews.getState().list.data?.items.at(-1)?.id
  if (!before || loadingMore) return
  loadingMore = true
  const apply = beginRequest()
  try {
    const more = await getNews({ before, limit: PAGE })
    const hasMore = more.length === PAGE
    apply((list) => mapData(list, ({ items }) => ({ items: [...items, ...more], hasMore })))
  } finally {
    loadingMore = false
  }
}

/** Fetched by themselves, however far down the list they stand. */
export async function openNews(id: Id): Promise<void> {
  const login = getSession()?.sessionId
  const apply = (change: (found: Loadable<NewsItem | null>) => Loadable<NewsItem | null>): void => {
    if (getSession()?.sessionId !== login) return
    useNews.setState(({ opened }) => ({ opened: opened?.id === id ? { id, found: change(opened.found) } : opened }))
  }
  useNews.setState({ opened: { id, found: isId(id) ? loading(notStarted) : loaded(null) } })
  if (!isId(id)) return
  try {
    const [item] = await getNews({ before: idAfter(id), limit: 1 })
    apply(() => loaded(item?.id === id ? item : null))
  } catch (error) {
    apply((found) => failed(found, error))
  }
}

export const closeOpened = (): void => useNews.setState({ opened: null })

/** One of the news, wherever it is shown; null takes it away. */
function changeOne(id: Id, change: (item: NewsItem) => NewsItem | null): void {
  const changed = (item: NewsItem): NewsItem | null => (item.id === id ? change(item) : item)
  useNews.setState(({ list, opened }) => ({
    list: mapData(list, (data) => ({ ...data, items: data.items.flatMap((item) => changed(item) ?? []) })),
    opened: opened && { ...opened, found: mapData(opened.found, (item) => item && changed(item)) },
  }))
}

export const changeItem = (id: Id, change: (item: NewsItem) => Partial<NewsItem>): void =>
  changeOne(id, (item) => ({ ...item, ...change(item) }))

const withoutItem = (id: Id): void => changeOne(id, () => null)

/** Says what went wrong with news that are on show; those that are gone go. */
export function refuse(id: Id, error: unknown): void {
  if (isApiError(error, 'NOT_FOUND')) withoutItem(id)
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

/** Throws what the server refuses. What had arrived under this name before, in other words, gets these. */
export async function publishNews({ clientId, ...words }: PublishNews): Promise<void> {
  const stored = await postNews({ clientId, ...words })
  const item = hasSameText(stored, words) ? stored : await postEdit({ id: stored.id, ...words })
  useNews.setState(({ list }) => ({
    list: mapData(list, (data) => ({ ...data, items: [item, ...data.items.filter(({ id }) => id !== item.id)] })),
  }))
}

/** Gone already is as it should be. Throws whatever else goes wrong. */
export async function deleteNews(id: Id): Promise<void> {
  await postDelete(id).catch((error: unknown) => {
    if (!isApiError(error, 'NOT_FOUND')) throw error
  })
  withoutItem(id)
}
