import { VERSION } from '@app/contract/product'
import { getLanguage } from '../text/language.ts'
import { newClientId } from './client-id.ts'
import { getSession } from './session.ts'

/** Returns the headers of a request, with an id that the server adds to everything it logs about the request. */
export function requestHeaders(sessionId = getSession()?.sessionId): Record<string, string> {
  const headers: Record<string, string> = {
    'Accept-Language': getLanguage() === 'ENGLISH' ? 'en' : 'sv',
    'X-Client-Version': VERSION,
    'X-Request-Id': newClientId(),
  }
  if (sessionId) headers.Authorization = `Bearer ${sessionId}`
  return headers
}
