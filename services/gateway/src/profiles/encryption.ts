import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Encrypted } from '@app/contract/profiles'
import { SEARCH_KEY_INFO } from '@app/contract/search-key'

/** Encrypts an answer so that only the session that asked can read it. */
export function encryptFor(sessionId: string, plain: unknown): Encrypted {
  const key = Buffer.from(hkdfSync('sha256', sessionId, '', SEARCH_KEY_INFO, 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const data = Buffer.concat([cipher.update(JSON.stringify(plain), 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { alg: 'A256GCM', iv: iv.toString('base64url'), data: data.toString('base64url') }
}
