import type { NewsCount } from '@app/contract/news'
import { get } from '../lib/http.ts'

/** On every page, so apart from the other calls. */
export const getNewsCount = (): Promise<NewsCount> => get('news/count')
