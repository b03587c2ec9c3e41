import type { NewsCount } from '@app/contract/news'
import { get } from '../lib/http/http.ts'

/** Requests the unread count. In its own module, so that pages do not load the other requests of the news. */
export const getNewsCount = (): Promise<NewsCount> => get('news/count')
