import type { Encrypted, SearchHit } from '@app/contract/members/profiles'
import { textsNow } from '../text/texts.ts'
import { ApiError } from './api-error.ts'
import { decryptHits } from './decrypt.ts'
import { get } from './http.ts'
import { getSession } from './session.ts'
import { errorTexts } from './texts-of-errors.ts'

/** Requests a list of hits and decrypts it with the session that requested it. */
export async function fetchHits(ask: () => Promise<Encrypted>): Promise<SearchHit[]> {
  const t = textsNow(errorTexts)
  // NOTE: browsers provide `crypto.subtle` only on secure origins.
  if (!globalThis.crypto?.subtle) throw new ApiError('BAD_ANSWER', t('INSECURE'))
  const sessionId = getSession()?.sessionId ?? ''
  const answer = await ask()
  return decryptHits(answer, sessionId).catch(() => {
    throw new ApiError('BAD_ANSWER', t('BAD_ANSWER', { status: '200' }))
  })
}

/** Returns members whose name contains the text, best match first. */
export const findByName = (name: string): Promise<SearchHit[]> =>
  fetchHits(() => get(`profiles/search-user-encrypted/${encodeURIComponent(name)}`))
