import type { Encrypted } from '@app/contract/members/profiles'
import { SEARCH_KEY_INFO } from '@app/contract/members/search-key'
import { fromBase64url } from '../text/base64url.ts'

async function deriveKey(sessionId: string): Promise<CryptoKey> {
  const keyMaterial = await crypto.subtle.importKey('raw', new TextEncoder().encode(sessionId), 'HKDF', false, [
    'deriveKey',
  ])
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode(SEARCH_KEY_INFO),
  }
  return crypto.subtle.deriveKey(derivation, keyMaterial, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
}

/** Decrypts a list that the gateway encrypted for this session. */
export async function decryptList<Item>({ iv, data }: Encrypted, sessionId: string): Promise<Item[]> {
  const key = await deriveKey(sessionId)
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64url(iv) }, key, fromBase64url(data))
  return JSON.parse(new TextDecoder().decode(plain))
}
