import { randomBytes } from 'node:crypto'
import { PASSKEY_CHALLENGE_MS } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'

/** The use of a challenge: a login, or adding a passkey to an account. */
type Use = { purpose: 'LOGIN'; memberId: null } | { purpose: 'ADD'; memberId: string }

/** Stores a new challenge and returns it in base64url. */
export async function issueChallenge({ db, now }: Pick<Ctx, 'db' | 'now'>, use: Use): Promise<string> {
  const challenge = randomBytes(32)
  const expiresAt = new Date(now().getTime() + PASSKEY_CHALLENGE_MS).toISOString()
  await db
    .insertInto('passkey_challenges')
    .values({ challenge, ...use, expiresAt })
    .execute()
  return challenge.toString('base64url')
}

/**
 * Returns the challenge in base64url that an authenticator has signed; null if the data is malformed or comes from a
 * frame of another site.
 */
function extractChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    // The client uses passkeys only in its own pages, never in a frame of another site.
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null
  } catch {
    return null
  }
}

/**
 * Consumes the challenge that an authenticator has signed, so that it cannot be used again even if the signature is
 * wrong. Returns null if it was not issued for this use, has expired or is already consumed.
 */
export async function consumeChallenge(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  clientDataJSON: string,
  { purpose, memberId }: Use,
): Promise<string | null> {
  const challenge = extractChallenge(clientDataJSON)
  if (challenge === null) return null
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', Buffer.from(challenge, 'base64url'))
    .where('purpose', '=', purpose)
    .where('memberId', 'is not distinct from', memberId)
    .where('expiresAt', '>', now().toISOString())
    .returning('challenge')
    .executeTakeFirst()
  return row ? challenge : null
}
