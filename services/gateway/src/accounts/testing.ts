import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import type { Database } from '@app/server/db/database'

import type { Purpose } from './queries.ts'

const DAY = 24 * 60 * 60 * 1_000

/** Returns the token of a link that has been mailed to an address. */
export async function aMailedToken(
  db: Database,
  purpose: Purpose,
  address: string,
  expiresAt = new Date(Date.now() + DAY),
): Promise<string> {
  const token = generateToken()
  await db
    .insertInto('mail_tokens')
    .values({
      hash: hashToken(token),
      purpose,
      address,
      addressKey: address.toLowerCase(),
      expiresAt: expiresAt.toISOString(),
    })
    .execute()
  return token
}

let counter = 0

/** Returns an address that is unique in this run. */
export const anAddress = (): string => {
  counter += 1
  return `Person.${counter}.${Date.now()}@Example.test`
}
