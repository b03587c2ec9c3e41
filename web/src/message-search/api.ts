import type { FoundMessages, SearchMessages } from '@app/contract/message-search'
import { post } from '../lib/http/http.ts'

export const postSearch = (search: SearchMessages, signal: AbortSignal): Promise<FoundMessages> =>
  post('messages/search', search, signal)
