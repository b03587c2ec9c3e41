import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Id } from '@app/contract/base'
import type { Ctx } from '@app/server/context'

/** The time that a member has at the provider. */
const REQUEST_LIFETIME_MS = 15 * 60 * 1_000

/**
 * The secrets of one check: `state` returns with the member, `nonce` in the provider's signed answer, and `codeVerifier`
 * proves to the provider that this gateway or another one of the installation has begun the check.
 */
export type AgeRequest = { state: string; nonce: string; codeVerifier: string }

type RequestCtx = Pick<Ctx, 'config' | 'db' | 'now'>

const hashState = (state: string): Buffer => createHash('sha256').update(state).digest()

/** Derives the secrets from the state, so that the database holds only its hash. */
const toRequest = ({ sessionSecret }: Ctx['config'], state: string): AgeRequest => {
  const derive = (use: string) =>
    createHmac('sha256', sessionSecret).update(`age-check ${use} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), codeVerifier: derive('code-verifier') }
}

/** Stores that the member begins a check, which replaces checks that they have not finished. Returns its secrets. */
export async function createAgeRequest({ config, db, now }: RequestCtx, memberId: Id): Promise<AgeRequest> {
  const state = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now().getTime() + REQUEST_LIFETIME_MS).toISOString()
  await db.deleteFrom('age_check_requests').where('memberId', '=', memberId).execute()
  await db
    .insertInto('age_check_requests')
    .values({ stateHash: hashState(state), memberId, expiresAt })
    .execute()
  return toRequest(config, state)
}

/**
 * Consumes a check that this member has begun, so that no second callback finds it. Returns null if there is none, or if
 * it has expired.
 */
export async function consumeAgeRequest(
  { config, db, now }: RequestCtx,
  memberId: Id,
  state: string,
): Promise<AgeRequest | null> {
  const row = await db
    .deleteFrom('age_check_requests')
    .where('stateHash', '=', hashState(state))
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now().toISOString())
    .returning('memberId')
    .executeTakeFirst()
  return row ? toRequest(config, state) : null
}
