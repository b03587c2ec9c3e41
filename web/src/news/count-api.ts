import type { NewsCount } from '@app/contract/news'
import { get } from '../lib/http/http.ts'

/** Requests the unread count. Separate from the other requests, because every page uses this one. */
export const getNewsCount = (): Promise<NewsCount> => get('news/count')
