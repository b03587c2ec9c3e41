import { createDecipheriv, hkdfSync } from 'node:crypto'
import type { Encrypted } from '@app/contract/members/profiles'
import { SEARCH_KEY_INFO } from '@app/contract/members/search-key'

const TAG_BYTES = 16

/** Decrypts a search response with the session's token and returns its number of hits. */
export function countHits(responseText: string, token: string): number {
  const { iv, data }: Encrypted = JSON.parse(responseText)
  const key = Buffer.from(hkdfSync('sha256', token, '', SEARCH_KEY_INFO, 32))
  const bytes = Buffer.from(data, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return JSON.parse(`${decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8')}${decipher.final('utf8')}`)
    .length
}
