import type { NewsCount } from '@app/contract/news'
import { get } from '../lib/http/http.ts'

/** Separate from the other requests, because every page uses it. */
export const getNewsCount = (): Promise<NewsCount> => get('news/count')
