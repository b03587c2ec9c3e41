import { hkdfSync } from 'node:crypto'
import { type Encrypted, SearchHit } from '@app/contract/members/profiles'
import { SEARCH_KEY_INFO } from '@app/contract/members/search-key'
import * as z from 'zod/mini'

/** Decrypts a response as a browser does, and parses it with its schema. */
export async function decryptResponse<Schema extends z.core.$ZodType>(
  schema: Schema,
  { iv, data }: Encrypted,
  sessionId: string,
): Promise<z.infer<Schema>> {
  const key = await crypto.subtle.importKey(
    'raw',
    hkdfSync('sha256', sessionId, new Uint8Array(), SEARCH_KEY_INFO, 32),
    'AES-GCM',
    false,
    ['decrypt'],
  )
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes(iv) }, key, bytes(data))
  return z.parse(schema, JSON.parse(Buffer.from(plain).toString()))
}

/** Decrypts the hits of a search. */
export const decryptHits = (response: Encrypted, sessionId: string): Promise<SearchHit[]> =>
  decryptResponse(z.array(SearchHit), response, sessionId)
