import type { Encrypted } from '@app/contract/members/profiles'
import { SEARCH_KEY_INFO } from '@app/contract/members/search-key'
import { toBase64url } from './lib/text/base64url.ts'

/** Encrypts search results for one session, as the gateway does. */
export async function encryptHits(hits: readonly unknown[], sessionId: string): Promise<Encrypted> {
  const encoder = new TextEncoder()
  const keyMaterial = await crypto.subtle.importKey('raw', encoder.encode(sessionId), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(SEARCH_KEY_INFO) }
  const key = await crypto.subtle.deriveKey(derivation, keyMaterial, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
  ])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, encoder.encode(JSON.stringify(hits)))
  return { alg: 'A256GCM', iv: toBase64url(iv.buffer), data: toBase64url(data) }
}
