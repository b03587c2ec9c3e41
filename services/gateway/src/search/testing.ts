import { hkdfSync } from 'node:crypto'
import { type Encrypted, SearchHit } from '@app/contract/members/profiles'
import { SEARCH_KEY_INFO } from '@app/contract/members/search-key'
import * as z from 'zod/mini'

/** Decrypts the hits of a response as a browser does. */
export async function decryptHits({ iv, data }: Encrypted, sessionId: string): Promise<SearchHit[]> {
  const key = await crypto.subtle.importKey(
    'raw',
    hkdfSync('sha256', sessionId, new Uint8Array(), SEARCH_KEY_INFO, 32),
    'AES-GCM',
    false,
    ['decrypt'],
  )
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes(iv) }, key, bytes(data))
  return z.array(SearchHit).parse(JSON.parse(Buffer.from(plain).toString()))
}
