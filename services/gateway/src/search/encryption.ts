import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Encrypted } from '@app/contract/members/profiles'
import { SEARCH_KEY_INFO } from '@app/contract/members/search-key'
import { toAccountIdentity } from '@app/server/accounts/identity'
import type { FastifyRequest } from 'fastify'

/** Encrypts a response so that only the requesting session can decrypt it, with the URLs of its pictures signed. */
export function encryptForSession({ ctx, sessionToken }: FastifyRequest, plain: unknown): Encrypted {
  const json = ctx.links.sign(JSON.stringify(plain), toAccountIdentity(ctx.member), ctx.now())
  const key = Buffer.from(hkdfSync('sha256', sessionToken, '', SEARCH_KEY_INFO, 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const data = Buffer.concat([cipher.update(json, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { alg: 'A256GCM', iv: iv.toString('base64url'), data: data.toString('base64url') }
}
