import type { Id } from '@app/contract/base'
import type { NewsItem, PublishNews } from '@app/contract/news'
import { create } from 'zustand'
import { idAfter, isId } from '../conversation/ids.ts'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { refetchList } from '../lib/http/refetch-list.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { hasSameText } from '../lib/text/has-same-text.ts'
import { getNews, postDelete, postEdit, postKiss, postNews } from './api.ts'
import { onNewsCount } from './count.ts'

/** Smaller than in other lists, because news items contain their whole text. */
const PAGE = 20

type NewsList = { items: readonly NewsItem[]; hasMore: boolean }

type NewsState = {
  list: Loadable<NewsList>
  /** A news item opened by its address that the list does not contain; null if none is. */
  opened: { id: Id; found: Loadable<NewsItem | null> } | null
}

const EMPTY: NewsState = { list: notStarted, opened: null }

export const useNews = create<NewsState>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useNews.setState(EMPTY)
})

/** Increments with every request, so that responses to earlier requests are dropped. */
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

/** Reloads the list from its start, as far as it is already loaded, and marks its newest item as seen. */
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

/** Loads the page after the last news item; throws when the request fails. */
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

/** Loads a single news item, wherever it is in the list. */
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

/** Changes a news item in all places that show it; null removes it. */
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

/** Shows an error about a displayed news item, and removes the item if it no longer exists. */
export function refuse(id: Id, error: unknown): void {
  if (isApiError(error, 'NOT_FOUND')) withoutItem(id)
  showErrorToast(error)
}

/** Kisses a news item optimistically; rolls back with a toast when the server rejects it. */
export async function kissNews(id: Id): Promise<void> {
  changeItem(id, ({ kisses }) => ({ iKissed: true, kisses: kisses + 1 }))
  await postKiss(id).catch((error: unknown) => {
    changeItem(id, ({ kisses }) => ({ iKissed: false, kisses: kisses - 1 }))
    refuse(id, error)
  })
}

/**
 * Publishes a news item; throws when the server rejects it. If an earlier attempt with this client id stored other
 * text, updates it to this text.
 */
export async function publishNews({ clientId, ...words }: PublishNews): Promise<void> {
  const stored = await postNews({ clientId, ...words })
  const item = hasSameText(stored, words) ? stored : await postEdit({ id: stored.id, ...words })
  useNews.setState(({ list }) => ({
    list: mapData(list, (data) => ({ ...data, items: [item, ...data.items.filter(({ id }) => id !== item.id)] })),
  }))
}

/** Deletes a news item. An item that no longer exists counts as deleted; throws every other error. */
export async function deleteNews(id: Id): Promise<void> {
  await postDelete(id).catch((error: unknown) => {
    if (!isApiError(error, 'NOT_FOUND')) throw error
  })
  withoutItem(id)
}
