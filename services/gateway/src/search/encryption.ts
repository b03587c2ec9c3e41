import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Unsigned } from '@app/contract/media'
import type { Encrypted } from '@app/contract/members/profiles'
import { SEARCH_KEY_INFO } from '@app/contract/members/search-key'
import { signPictures } from '@app/server/photos/sign-pictures'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { createReaderSigner } from '../http/picture-signing.ts'

/** Signs the pictures of a response, and encrypts it so that only the requesting session can decrypt it. */
export function encryptForSession<Schema extends z.core.$ZodType>(
  { ctx, sessionToken }: FastifyRequest,
  schema: Schema,
  response: Unsigned<Schema>,
): Encrypted {
  const json = JSON.stringify(signPictures(schema, response, createReaderSigner(ctx)))
  const key = Buffer.from(hkdfSync('sha256', sessionToken, '', SEARCH_KEY_INFO, 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const data = Buffer.concat([cipher.update(json, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { alg: 'A256GCM', iv: iv.toString('base64url'), data: data.toString('base64url') }
}
