import { VERSION } from '@app/contract/product'
import { newClientId } from './client-id.ts'
import { getLanguage } from './language.ts'
import { getSession } from './session.ts'

/** The headers of a call, which gets an id of its own: by that the server's logs find all that came of it. */
export function callHeaders(sessionId = getSession()?.sessionId): Record<string, string> {
  const headers: Record<string, string> = {
    'Accept-Language': getLanguage() === 'ENGLISH' ? 'en' : 'sv',
    'X-Client-Version': VERSION,
    'X-Request-Id': newClientId(),
  }
  if (sessionId) headers.Authorization = `Bearer ${sessionId}`
  return headers
}
