import { VERSION } from '@app/contract/product'
import { getLanguage } from '../text/language.ts'
import { newClientId } from './client-id.ts'
import { getSession } from './session.ts'

/**
 * Returns the headers of a call. Each call gets a request id, by which the server's logs find everything that it
 * caused.
 */
export function callHeaders(sessionId = getSession()?.sessionId): Record<string, string> {
  const headers: Record<string, string> = {
    'Accept-Language': getLanguage() === 'ENGLISH' ? 'en' : 'sv',
    'X-Client-Version': VERSION,
    'X-Request-Id': newClientId(),
  }
  if (sessionId) headers.Authorization = `Bearer ${sessionId}`
  return headers
}
