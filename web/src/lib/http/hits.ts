import type { Encrypted, SearchHit } from '@app/contract/members/profiles'
import { getTexts } from '../text/texts.ts'
import { ApiError } from './api-error.ts'
import { decryptList } from './decrypt.ts'
import { errorTexts } from './error-texts.ts'
import { get } from './http.ts'
import { getSession } from './session.ts'

/** Requests a list that the gateway encrypts, and decrypts it with the session of the request. */
export async function fetchEncrypted<Item>(request: () => Promise<Encrypted>): Promise<Item[]> {
  const t = getTexts(errorTexts)
  // NOTE: browsers provide `crypto.subtle` only on secure origins.
  if (!globalThis.crypto?.subtle) throw new ApiError('BAD_ANSWER', t('INSECURE'))
  const sessionId = getSession()?.sessionId ?? ''
  const response = await request()
  return decryptList<Item>(response, sessionId).catch(() => {
    throw new ApiError('BAD_ANSWER', t('BAD_ANSWER', { status: '200' }))
  })
}

export const fetchHits = (request: () => Promise<Encrypted>): Promise<SearchHit[]> => fetchEncrypted(request)

/**
 * Returns members whose name contains the text, best match first. A text of one or two letters has to begin the name.
 */
export const findByName = (name: string): Promise<SearchHit[]> =>
  fetchHits(() => get(`profiles/search-user-encrypted/${encodeURIComponent(name)}`))
