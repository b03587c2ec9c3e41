import type { Id } from '@app/contract/base'
import type { NewsItem } from '@app/contract/news'
import { useEffect } from 'react'
import { type Loadable, loaded, notStarted } from '../lib/http/loadable.ts'
import { closeOpened, openNews, useNews } from './store.ts'

/** Returns the news item that a URL links to: from the list, else fetched on its own. Null if it does not exist. */
export function useNewsItem(id: Id | null): Loadable<NewsItem | null> {
  const { list, opened } = useNews()
  const listed = list.data?.items.find((item) => item.id === id)
  const openedItem = opened?.id === id ? opened.item : notStarted
  const isMissing = list.data !== undefined && !listed && openedItem.state === 'notStarted'
  useEffect(() => {
    if (id !== null && isMissing) void openNews(id)
  }, [id, isMissing])
  useEffect(() => closeOpened, [])
  return listed ? loaded(listed) : openedItem
}
