import { VERSION } from '@app/contract/product'
import { getLanguage } from './language.ts'
import { getSession } from './session.ts'

/** The headers of every call. */
export function callHeaders(sessionId = getSession()?.sessionId): Record<string, string> {
  const headers: Record<string, string> = {
    'Accept-Language': getLanguage() === 'ENGLISH' ? 'en' : 'sv',
    'X-Client-Version': VERSION,
  }
  if (sessionId) headers.Authorization = `Bearer ${sessionId}`
  return headers
}
