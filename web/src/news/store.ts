import type { Id } from '@app/contract/base'
import type { NewsItem, PublishNews } from '@app/contract/news'
import { create } from 'zustand'
import { idAfter, isId } from '../conversation/ids.ts'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { createPageLoads } from '../lib/http/page-loads.ts'
import { refetchList } from '../lib/http/refetch-list.ts'
import { getSession, inSession, useSessionState } from '../lib/http/session.ts'
import { hasSameText } from '../lib/text/has-same-text.ts'
import { getNews, postDelete, postEdit, postKiss, postNews } from './api.ts'
import { onNewsCount } from './count.ts'

/** Smaller than in other lists, because news items contain their whole text. */
const PAGE_SIZE = 20

type NewsList = { items: readonly NewsItem[]; hasMore: boolean }

type NewsState = {
  list: Loadable<NewsList>
  /** A news item opened by its URL that the list does not contain; null if there is none. */
  opened: { id: Id; item: Loadable<NewsItem | null> } | null
}

const EMPTY: NewsState = { list: notStarted, opened: null }

export const useNews = create<NewsState>(() => EMPTY)

/** The news that this member has deleted: responses to earlier requests may still contain them. */
const deletedIds = new Set<Id>()

/** The news that this member has kissed, which is permanent: responses to earlier requests may lack the kiss. */
const kissedIds = new Set<Id>()

const withKiss = (item: NewsItem): NewsItem =>
  item.iKissed ? item : { ...item, iKissed: true, kisses: item.kisses + 1 }
const withoutKiss = (item: NewsItem): NewsItem =>
  item.iKissed ? { ...item, iKissed: false, kisses: item.kisses - 1 } : item

/** Returns the news that a response contains, without deleted ones and with this member's kisses. */
const currentItems = (items: readonly NewsItem[]): NewsItem[] =>
  items.filter(({ id }) => !deletedIds.has(id)).map((item) => (kissedIds.has(item.id) ? withKiss(item) : item))

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  useNews.setState(EMPTY)
  deletedIds.clear()
  kissedIds.clear()
})

/** Increments with every request for the list, so that responses to earlier requests are dropped. */
let lastRequestId = 0

/**
 * Returns a function that changes the list, unless a later request or another session has started since this call. It
 * returns whether it did.
 */
function beginRequest(): (change: (list: Loadable<NewsList>) => Loadable<NewsList>) => boolean {
  lastRequestId += 1
  const [requestId, sessionId] = [lastRequestId, getSession()?.sessionId]
  return (change) => {
    if (requestId !== lastRequestId || getSession()?.sessionId !== sessionId) return false
    useNews.setState(({ list }) => ({ list: change(list) }))
    return true
  }
}

/** Reloads the list from its start, as far as it is already loaded, and marks its newest item as seen. */
export async function loadNews(): Promise<void> {
  const shownItems = useNews.getState().list.data?.items ?? []
  const apply = beginRequest()
  apply(loading)
  try {
    const refreshed = await refetchList(shownItems, (limit, before) => getNews({ before, limit }), PAGE_SIZE)
    const newestItem = refreshed.items[0]
    if (apply(() => loaded({ ...refreshed, items: currentItems(refreshed.items) })) && newestItem)
      onNewsCount({ seen: newestItem.id, newest: null })
  } catch (error) {
    apply((list) => failed(list, error))
  }
}

/** Returns whether the loaded list starts with these items, as far as it is loaded. */
export function startsWith(newestIds: readonly Id[]): boolean {
  const { items = [], hasMore = false } = useNews.getState().list.data ?? {}
  const isComplete = items.length >= newestIds.length || hasMore
  return items.length > 0 && isComplete && items.every(({ id }, index) => id === (newestIds[index] ?? id))
}

const pageLoads = createPageLoads()

/** Loads the page after the last news item; throws when the request fails. */
export async function loadMoreNews(): Promise<void> {
  const before = useNews.getState().list.data?.items.at(-1)?.id
  if (!before) return
  await pageLoads.run('news', async () => {
    const apply = beginRequest()
    const olderItems = await getNews({ before, limit: PAGE_SIZE })
    const hasMore = olderItems.length === PAGE_SIZE
    apply((list) => mapData(list, ({ items }) => ({ items: [...items, ...currentItems(olderItems)], hasMore })))
  })
}

/** Loads a single news item and stores it as the opened one. */
export async function openNews(id: Id): Promise<void> {
  const sessionId = getSession()?.sessionId
  const apply = (change: (item: Loadable<NewsItem | null>) => Loadable<NewsItem | null>): void => {
    if (getSession()?.sessionId !== sessionId) return
    useNews.setState(({ opened }) => ({ opened: opened?.id === id ? { id, item: change(opened.item) } : opened }))
  }
  useNews.setState({ opened: { id, item: isId(id) ? loading(notStarted) : loaded(null) } })
  if (!isId(id)) return
  try {
    const [item] = currentItems(await getNews({ before: idAfter(id), limit: 1 }))
    apply(() => loaded(item?.id === id ? item : null))
  } catch (error) {
    apply((previous) => failed(previous, error))
  }
}

export const closeOpened = (): void => useNews.setState({ opened: null })

/** Changes a news item in the list and as the opened one; null removes it. */
function replaceItem(id: Id, change: (item: NewsItem) => NewsItem | null): void {
  const applyTo = (item: NewsItem): NewsItem | null => (item.id === id ? change(item) : item)
  useNews.setState(({ list, opened }) => ({
    list: mapData(list, (data) => ({ ...data, items: data.items.flatMap((item) => applyTo(item) ?? []) })),
    opened: opened && { ...opened, item: mapData(opened.item, (item) => item && applyTo(item)) },
  }))
}

export const changeItem = (id: Id, change: (item: NewsItem) => Partial<NewsItem>): void =>
  replaceItem(id, (item) => ({ ...item, ...change(item) }))

const removeItem = (id: Id): void => replaceItem(id, () => null)

/** Shows an error about a displayed news item, and removes the item if it no longer exists. */
export function onRejection(id: Id, error: unknown): void {
  if (isApiError(error, 'NOT_FOUND')) removeItem(id)
  showErrorToast(error)
}

/** Kisses a news item optimistically; rolls back with a toast when the server rejects it. */
export async function kissNews(id: Id): Promise<void> {
  kissedIds.add(id)
  replaceItem(id, withKiss)
  const onRejected = inSession((error: unknown) => {
    kissedIds.delete(id)
    replaceItem(id, withoutKiss)
    onRejection(id, error)
  })
  await postKiss(id).catch(onRejected)
}

/**
 * Publishes a news item; throws when the server rejects it. If an earlier attempt with this client id stored other
 * text, updates it to this text.
 */
export async function publishNews({ clientId, ...fields }: PublishNews): Promise<void> {
  const addItem = inSession((item: NewsItem) =>
    useNews.setState(({ list }) => ({
      list: mapData(list, (data) => ({ ...data, items: [item, ...data.items.filter(({ id }) => id !== item.id)] })),
    })),
  )
  const savedItem = await postNews({ clientId, ...fields })
  addItem(hasSameText(savedItem, fields) ? savedItem : await postEdit({ id: savedItem.id, ...fields }))
}

/** Deletes a news item. An item that no longer exists counts as deleted; throws every other error. */
export async function deleteNews(id: Id): Promise<void> {
  const onDeleted = inSession(() => {
    deletedIds.add(id)
    removeItem(id)
  })
  await postDelete(id).catch((error: unknown) => {
    if (!isApiError(error, 'NOT_FOUND')) throw error
  })
  onDeleted()
}
