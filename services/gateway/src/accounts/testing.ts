import { DAY_MS } from '@app/contract/limits'
import { generateToken, hashToken, type TokenPurpose } from '@app/server/accounts/mail-tokens'
import type { Database } from '@app/server/db/database'

/** Stores the hash of a new token, as for an emailed link, and returns the token. */
export async function aMailedToken(
  db: Database,
  purpose: TokenPurpose,
  address: string,
  expiresAt = new Date(Date.now() + DAY_MS),
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

let addressCount = 0

/** Returns an email address that is unique in this test run. */
export const anEmailAddress = (): string => {
  addressCount += 1
  return `Person.${addressCount}.${Date.now()}@Example.test`
}
